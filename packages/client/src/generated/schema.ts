/** Made from the API's description by `npm run generate`; not to be changed by hand. */
export interface paths {
    readonly "/Sale/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a sale
         * @description Creates a sale as `Pending-Ready To Process`. The record is durable when the call is answered; workers process it afterwards. `ExternalID` is the idempotency key and never expires.
         */
        readonly post: operations["sales.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/Redemption/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a redemption
         * @description Creates a redemption as `Open-Ready To Process`. The record is durable when the call is answered; workers process it afterwards. `ExternalID` is the idempotency key if it is sent; otherwise send an `Idempotency-Key`.
         */
        readonly post: operations["redemptions.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/Store/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a store
         * @description Creates a store as `Open-Active`. The record can be used as soon as the call is answered. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly post: operations["stores.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/Member/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a member
         * @description Creates a member as `Open-Active`. The record can be used as soon as the call is answered. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly post: operations["members.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/Product/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a product
         * @description Creates a product as `Open-Active`. The record can be used as soon as the call is answered. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly post: operations["products.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/Reward/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a reward
         * @description Creates a reward as `Open-Active`. The record can be used as soon as the call is answered. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly post: operations["rewards.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/Segment/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a segment
         * @description Creates a segment as `New-Segment Case creation`. The record is durable when the call is answered; workers process it afterwards. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly post: operations["segments.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/EarningRule/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create an earning rule
         * @description Creates an earning rule as `Open-Active`. The record can be used as soon as the call is answered. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly post: operations["earningRules.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/Redemption/dx/api/application/v2/objects/{ID}/actions/Cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Cancel on a redemption
         * @description Allowed in status `Resolved-Completed`. The path also works without `/Redemption`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["redemptions.cancel"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/Lock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Lock on a redemption item
         * @description Allowed in status `Open-Available With Expiry`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["redemptionItems.lock"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/Unlock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Unlock on a redemption item
         * @description Allowed in status `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["redemptionItems.unlock"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/Use": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Use on a redemption item
         * @description Allowed in status `Open-Available With Expiry` or `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["redemptionItems.use"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/Cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Cancel on a redemption item
         * @description Allowed in status `Open-Available With Expiry` or `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["redemptionItems.cancel"];
        readonly trace?: never;
    };
    readonly "/Store/dx/api/application/v2/objects/{ID}/actions/Edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Edit on a store
         * @description Allowed in status `Open-Active`. The path also works without `/Store`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["stores.edit"];
        readonly trace?: never;
    };
    readonly "/Member/dx/api/application/v2/objects/{ID}/actions/Edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Edit on a member
         * @description Allowed in status `Open-Active`. The path also works without `/Member`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["members.edit"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/AddBalance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run AddBalance on a member
         * @description Allowed in status `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["members.addBalance"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/AddCard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run AddCard on a member
         * @description Allowed in status `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["members.addCard"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/RemoveCard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run RemoveCard on a member
         * @description Allowed in status `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["members.removeCard"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/Merge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Merge on a member
         * @description Allowed in status `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["members.merge"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/Block": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Block on a member
         * @description Allowed in status `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["members.block"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/Unblock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Unblock on a member
         * @description Allowed in status `Open-Blocked`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["members.unblock"];
        readonly trace?: never;
    };
    readonly "/Product/dx/api/application/v2/objects/{ID}/actions/Edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Edit on a product
         * @description Allowed in status `Open-Active`. The path also works without `/Product`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["products.edit"];
        readonly trace?: never;
    };
    readonly "/Product/dx/api/application/v2/objects/{ID}/actions/DeleteObject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run DeleteObject on a product
         * @description Allowed in status `Open-Active`. The path also works without `/Product`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["products.deleteObject"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/AddRewardStock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run AddRewardStock on a reward
         * @description Allowed in status `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["rewards.addRewardStock"];
        readonly trace?: never;
    };
    readonly "/Reward/dx/api/application/v2/objects/{ID}/actions/DeleteObject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run DeleteObject on a reward
         * @description Allowed in status `Open-Active`. The path also works without `/Reward`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["rewards.deleteObject"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/AddMembers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run AddMembers on a segment
         * @description Allowed in status `New-Segment Case creation` or `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["segments.addMembers"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/RemoveMembers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run RemoveMembers on a segment
         * @description Allowed in status `New-Segment Case creation` or `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["segments.removeMembers"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/MarkAsInactive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run MarkAsInactive on a segment
         * @description Allowed in status `New-Segment Case creation` or `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["segments.markAsInactive"];
        readonly trace?: never;
    };
    readonly "/EarningRule/dx/api/application/v2/objects/{ID}/actions/Edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Edit on an earning rule
         * @description Allowed in status `Open-Active`. The path also works without `/EarningRule`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["earningRules.edit"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/End": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run End on an earning rule
         * @description Allowed in status `Open-Active`. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["earningRules.end"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/Edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run Edit on a store, a member, a product or an earning rule
         * @description Runs the action of the object's class, which its ID names. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["objects.edit"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/DeleteObject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Run DeleteObject on a product or a reward
         * @description Runs the action of the object's class, which its ID names. With an `Idempotency-Key` the call is safe to repeat.
         */
        readonly patch: operations["objects.deleteObject"];
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create an object of any type
         * @description Creates an object of any type at one path; `objectTypeID` selects the type.
         */
        readonly post: operations["objects.create"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an object
         * @description Returns an object of any class by its ID, with the actions that its status allows. Deleted objects are returned too.
         */
        readonly get: operations["objects.get"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/{ObjectPath}/dx/api/application/v2/objects/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create many objects of one type
         * @description Takes a line for each object, which has the `content` of its create in JSON, and answers each with a line, in order, while the body arrives: `{"line":1,"ID":"…","status":"…"}`, or `{"line":2,"error":{…}}` with the error body that the create would have. An answer may have fewer lines than the body: its last line says why, and the lines that it leaves can be sent again. At most 16 MiB, unpacked, and 20,000 lines. The keys of the objects make it safe to repeat; an `Idempotency-Key` is refused.
         */
        readonly post: operations["objects.import"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/objects/{ID}/actions/{Action}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an action of an object
         * @description Returns the fields that an action takes, with the object's present values if the action would change them. Refused if the object's status does not allow the action.
         */
        readonly get: operations["objects.getAction"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/LedgerEntriesBetweenDates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * LedgerEntryCase records by MemberExternalID, FromDateTime, ToDateTime
         * @description Returns records of class `LedgerEntryCase` by `MemberExternalID`, `FromDateTime`, `ToDateTime`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.ledgerEntriesBetweenDates.read"];
        readonly put?: never;
        /**
         * LedgerEntryCase records by MemberExternalID, FromDateTime, ToDateTime
         * @description Returns records of class `LedgerEntryCase` by `MemberExternalID`, `FromDateTime`, `ToDateTime`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.ledgerEntriesBetweenDates"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/MemberBalances": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * MemberBalance records by MemberExternalID
         * @description Returns records of class `MemberBalance` by `MemberExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.memberBalances.read"];
        readonly put?: never;
        /**
         * MemberBalance records by MemberExternalID
         * @description Returns records of class `MemberBalance` by `MemberExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.memberBalances"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/MemberCards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * MemberCard records by MemberExternalID
         * @description Returns records of class `MemberCard` by `MemberExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.memberCards.read"];
        readonly put?: never;
        /**
         * MemberCard records by MemberExternalID
         * @description Returns records of class `MemberCard` by `MemberExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.memberCards"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/ExpiringPoints": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * ExpiringPoints records by MemberExternalID
         * @description Returns records of class `ExpiringPoints` by `MemberExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.expiringPoints.read"];
        readonly put?: never;
        /**
         * ExpiringPoints records by MemberExternalID
         * @description Returns records of class `ExpiringPoints` by `MemberExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.expiringPoints"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/ExpiringPointsBetween": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * ExpiringPoints records by FromDateTime, ToDateTime
         * @description Returns records of class `ExpiringPoints` by `FromDateTime`, `ToDateTime`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.expiringPointsBetween.read"];
        readonly put?: never;
        /**
         * ExpiringPoints records by FromDateTime, ToDateTime
         * @description Returns records of class `ExpiringPoints` by `FromDateTime`, `ToDateTime`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.expiringPointsBetween"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/LedgerTotalsByDay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * LedgerDay records
         * @description Returns records of class `LedgerDay`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.ledgerTotalsByDay.read"];
        readonly put?: never;
        /**
         * LedgerDay records
         * @description Returns records of class `LedgerDay`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.ledgerTotalsByDay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/ReturnsBySale": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SaleReturn records by ExternalID
         * @description Returns records of class `SaleReturn` by `ExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.returnsBySale.read"];
        readonly put?: never;
        /**
         * SaleReturn records by ExternalID
         * @description Returns records of class `SaleReturn` by `ExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.returnsBySale"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/SaleOutcome": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SaleOutcome records by SaleID
         * @description Returns records of class `SaleOutcome` by `SaleID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.saleOutcome.read"];
        readonly put?: never;
        /**
         * SaleOutcome records by SaleID
         * @description Returns records of class `SaleOutcome` by `SaleID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.saleOutcome"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/SegmentMembers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SegmentMember records by SegmentID
         * @description Returns records of class `SegmentMember` by `SegmentID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.segmentMembers.read"];
        readonly put?: never;
        /**
         * SegmentMember records by SegmentID
         * @description Returns records of class `SegmentMember` by `SegmentID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.segmentMembers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/SegmentsByMember": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SegmentMember records by MemberExternalID
         * @description Returns records of class `SegmentMember` by `MemberExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.segmentsByMember.read"];
        readonly put?: never;
        /**
         * SegmentMember records by MemberExternalID
         * @description Returns records of class `SegmentMember` by `MemberExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.segmentsByMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/PreviewSale": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SalePreview records by MemberExternalID, ProgramBusinessID, StoreCode, SaleChannelCode, SaleDateTime, SaleItems
         * @description Computes records of class `SalePreview` and stores nothing. Queries can select fields, but not filter or sort. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.previewSale.read"];
        readonly put?: never;
        /**
         * SalePreview records by MemberExternalID, ProgramBusinessID, StoreCode, SaleChannelCode, SaleDateTime, SaleItems
         * @description Computes records of class `SalePreview` and stores nothing. Queries can select fields, but not filter or sort.
         */
        readonly post: operations["views.previewSale"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/RuleProgress": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * RuleProgress records by MemberExternalID
         * @description Computes records of class `RuleProgress` and stores nothing. Queries can select fields, but not filter or sort. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.ruleProgress.read"];
        readonly put?: never;
        /**
         * RuleProgress records by MemberExternalID
         * @description Computes records of class `RuleProgress` and stores nothing. Queries can select fields, but not filter or sort.
         */
        readonly post: operations["views.ruleProgress"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/MemberTiers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * MemberTier records by MemberExternalID
         * @description Computes records of class `MemberTier` and stores nothing. Queries can select fields, but not filter or sort. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.memberTiers.read"];
        readonly put?: never;
        /**
         * MemberTier records by MemberExternalID
         * @description Computes records of class `MemberTier` and stores nothing. Queries can select fields, but not filter or sort.
         */
        readonly post: operations["views.memberTiers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/TierChangesByMember": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * TierChange records by MemberExternalID
         * @description Returns records of class `TierChange` by `MemberExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.tierChangesByMember.read"];
        readonly put?: never;
        /**
         * TierChange records by MemberExternalID
         * @description Returns records of class `TierChange` by `MemberExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.tierChangesByMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/ObjectHistory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * HistoryEntry records by ObjectID
         * @description Returns records of class `HistoryEntry` by `ObjectID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.objectHistory.read"];
        readonly put?: never;
        /**
         * HistoryEntry records by ObjectID
         * @description Returns records of class `HistoryEntry` by `ObjectID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.objectHistory"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/EventsSince": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Event records by Kinds, After, From
         * @description Computes records of class `Event` and stores nothing. Queries can select fields, but not filter or sort. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.eventsSince.read"];
        readonly put?: never;
        /**
         * Event records by Kinds, After, From
         * @description Computes records of class `Event` and stores nothing. Queries can select fields, but not filter or sort.
         */
        readonly post: operations["views.eventsSince"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/ProgramList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Program records
         * @description Returns records of class `Program`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.programList.read"];
        readonly put?: never;
        /**
         * Program records
         * @description Returns records of class `Program`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.programList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/CurrencyList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Currency records
         * @description Returns records of class `Currency`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.currencyList.read"];
        readonly put?: never;
        /**
         * Currency records
         * @description Returns records of class `Currency`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.currencyList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/GetSaleByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SaleCase records by ExternalID
         * @description Returns records of class `SaleCase` by `ExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.getSaleByBusinessKeys.read"];
        readonly put?: never;
        /**
         * SaleCase records by ExternalID
         * @description Returns records of class `SaleCase` by `ExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.getSaleByBusinessKeys"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/SaleList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SaleCase records
         * @description Returns records of class `SaleCase`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.saleList.read"];
        readonly put?: never;
        /**
         * SaleCase records
         * @description Returns records of class `SaleCase`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.saleList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/GetRedemptionByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * RedemptionCase records by ExternalID
         * @description Returns records of class `RedemptionCase` by `ExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.getRedemptionByBusinessKeys.read"];
        readonly put?: never;
        /**
         * RedemptionCase records by ExternalID
         * @description Returns records of class `RedemptionCase` by `ExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.getRedemptionByBusinessKeys"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/RedemptionList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * RedemptionCase records
         * @description Returns records of class `RedemptionCase`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.redemptionList.read"];
        readonly put?: never;
        /**
         * RedemptionCase records
         * @description Returns records of class `RedemptionCase`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.redemptionList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/RedemptionItemsByVoucherCode": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * RedemptionItemCase records by Voucher Code
         * @description Returns records of class `RedemptionItemCase` by `Voucher Code`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.redemptionItemsByVoucherCode.read"];
        readonly put?: never;
        /**
         * RedemptionItemCase records by Voucher Code
         * @description Returns records of class `RedemptionItemCase` by `Voucher Code`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.redemptionItemsByVoucherCode"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/RedemptionItemsByMember": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * RedemptionItemCase records by MemberExternalID
         * @description Returns records of class `RedemptionItemCase` by `MemberExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.redemptionItemsByMember.read"];
        readonly put?: never;
        /**
         * RedemptionItemCase records by MemberExternalID
         * @description Returns records of class `RedemptionItemCase` by `MemberExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.redemptionItemsByMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/RedemptionItemList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * RedemptionItemCase records
         * @description Returns records of class `RedemptionItemCase`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.redemptionItemList.read"];
        readonly put?: never;
        /**
         * RedemptionItemCase records
         * @description Returns records of class `RedemptionItemCase`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.redemptionItemList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/GetStoreByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Store records by StoreCode
         * @description Returns records of class `Store` by `StoreCode`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.getStoreByBusinessKeys.read"];
        readonly put?: never;
        /**
         * Store records by StoreCode
         * @description Returns records of class `Store` by `StoreCode`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.getStoreByBusinessKeys"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/StoreList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Store records
         * @description Returns records of class `Store`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.storeList.read"];
        readonly put?: never;
        /**
         * Store records
         * @description Returns records of class `Store`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.storeList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/GetMemberByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Member records by ExternalID
         * @description Returns records of class `Member` by `ExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.getMemberByBusinessKeys.read"];
        readonly put?: never;
        /**
         * Member records by ExternalID
         * @description Returns records of class `Member` by `ExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.getMemberByBusinessKeys"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/MemberList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Member records
         * @description Returns records of class `Member`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.memberList.read"];
        readonly put?: never;
        /**
         * Member records
         * @description Returns records of class `Member`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.memberList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/GetProductByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Product records by ProductCode
         * @description Returns records of class `Product` by `ProductCode`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.getProductByBusinessKeys.read"];
        readonly put?: never;
        /**
         * Product records by ProductCode
         * @description Returns records of class `Product` by `ProductCode`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.getProductByBusinessKeys"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/ProductList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Product records
         * @description Returns records of class `Product`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.productList.read"];
        readonly put?: never;
        /**
         * Product records
         * @description Returns records of class `Product`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.productList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/GetRewardByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Reward records by ExternalID
         * @description Returns records of class `Reward` by `ExternalID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.getRewardByBusinessKeys.read"];
        readonly put?: never;
        /**
         * Reward records by ExternalID
         * @description Returns records of class `Reward` by `ExternalID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.getRewardByBusinessKeys"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/RewardList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Reward records
         * @description Returns records of class `Reward`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.rewardList.read"];
        readonly put?: never;
        /**
         * Reward records
         * @description Returns records of class `Reward`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.rewardList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/SegmentsByName": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SegmentCase records by Name
         * @description Returns records of class `SegmentCase` by `Name`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.segmentsByName.read"];
        readonly put?: never;
        /**
         * SegmentCase records by Name
         * @description Returns records of class `SegmentCase` by `Name`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.segmentsByName"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/SegmentList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * SegmentCase records
         * @description Returns records of class `SegmentCase`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.segmentList.read"];
        readonly put?: never;
        /**
         * SegmentCase records
         * @description Returns records of class `SegmentCase`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.segmentList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/EarningRuleList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * EarningRule records
         * @description Returns records of class `EarningRule`; takes no parameters. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.earningRuleList.read"];
        readonly put?: never;
        /**
         * EarningRule records
         * @description Returns records of class `EarningRule`; takes no parameters. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.earningRuleList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/EarningRulesByProgramme": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * EarningRule records by ProgramBusinessID
         * @description Returns records of class `EarningRule` by `ProgramBusinessID`. If none match, the answer is 200 with an empty list. Takes the same members as the POST, each as JSON in the query string.
         */
        readonly get: operations["views.earningRulesByProgramme.read"];
        readonly put?: never;
        /**
         * EarningRule records by ProgramBusinessID
         * @description Returns records of class `EarningRule` by `ProgramBusinessID`. If none match, the answer is 200 with an empty list.
         */
        readonly post: operations["views.earningRulesByProgramme"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the data views
         * @description Lists every data view with its parameters and the class of its records.
         */
        readonly get: operations["dataViews.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/{ViewName}/metadata": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Describe a data view
         * @description Returns a data view's parameters and fields, and whether a query can filter and sort by each field.
         */
        readonly get: operations["dataViews.metadata"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/api/application/v2/data_views/{ViewName}/count": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Count the records of a data view
         * @description Counts the records that match the view's parameters and the filter.
         */
        readonly post: operations["dataViews.count"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/dead-letters": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List dead letters
         * @description Lists records whose processing failed at every attempt, with counts by class and reason.
         */
        readonly get: operations["deadLetters.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/dead-letters/{ID}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Inspect a dead letter
         * @description Returns the record, the reason of its failure, and what operators did with it.
         */
        readonly get: operations["deadLetters.get"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/dead-letters/{ID}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay a dead letter
         * @description Makes the record pending again and enqueues it at once.
         */
        readonly post: operations["deadLetters.replay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/dead-letters/{ID}/discard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Discard a dead letter
         * @description Rejects the record for good. Its ConfirmationNote gets the reason.
         */
        readonly post: operations["deadLetters.discard"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/dead-letters/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay dead letters of a reason
         * @description Makes all dead letters of a reason pending again, at the given pace. The call answers at once; workers keep the pace.
         */
        readonly post: operations["deadLetters.replayAll"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/members/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Export what is held about a person
         * @description Returns all rows that the service holds about the person with this ExternalID. The audit records it.
         */
        readonly post: operations["members.export"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/members/erase": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Erase people
         * @description Clears the personal fields of each person, and replaces the ExternalID and the voucher codes in all records. Balances and ledger stay. This cannot be undone. Safe to repeat.
         */
        readonly post: operations["members.erase"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists where events are posted, and how far each receiver has got.
         */
        readonly get: operations["webhooks.list"];
        readonly put?: never;
        /**
         * Add a webhook
         * @description Subscribes a URL to kinds of events: those of what begins after the answer. `*` are all kinds, `sale.*` all of sales. The audit records it.
         */
        readonly post: operations["webhooks.add"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/webhooks/{ID}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate a webhook's secret
         * @description Makes a new secret. For a day, the one before signs too.
         */
        readonly post: operations["webhooks.rotate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/webhooks/{ID}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pause a webhook
         * @description Posts nothing until it is resumed. The log keeps what happens meanwhile.
         */
        readonly post: operations["webhooks.pause"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/webhooks/{ID}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resume a webhook
         * @description Posts again, at once what waits for a retry. Also after the receiver ended it.
         */
        readonly post: operations["webhooks.resume"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/webhooks/{ID}/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove a webhook
         * @description Ends it for good.
         */
        readonly post: operations["webhooks.remove"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/webhooks/{ID}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay events
         * @description Posts the events that were set aside again or, with `since`, all events since then and what follows. Their IDs stay the same.
         */
        readonly post: operations["webhooks.replay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/v1/webhooks/{ID}/attempts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List attempts
         * @description Lists the latest attempts of a webhook, newest first. They are kept for three days.
         */
        readonly get: operations["webhooks.attempts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/uas/oauth/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get an access token
         * @description Answers a token for a client's ID and secret, as RFC 6749 (section 4.4) describes. The answer to an error also has the members `error` and `error_description` of that standard.
         */
        readonly post: operations["tokens.issue"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dx/uas/oauth/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End an access token
         * @description Ends a token of the client early, as RFC 7009 describes. A token that is not valid has ended already.
         */
        readonly post: operations["tokens.revoke"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/uas/oauth/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get an access token
         * @description Answers a token for a client's ID and secret, as RFC 6749 (section 4.4) describes. The answer to an error also has the members `error` and `error_description` of that standard.
         */
        readonly post: operations["tokens.issueAtUas"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/uas/oauth/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End an access token
         * @description Ends a token of the client early, as RFC 7009 describes. A token that is not valid has ended already.
         */
        readonly post: operations["tokens.revokeAtUas"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/prweb/PRRestService/oauth2/v1/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get an access token
         * @description Answers a token for a client's ID and secret, as RFC 6749 (section 4.4) describes. The answer to an error also has the members `error` and `error_description` of that standard.
         */
        readonly post: operations["tokens.issueAtPrweb"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/prweb/PRRestService/oauth2/v1/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End an access token
         * @description Ends a token of the client early, as RFC 7009 describes. A token that is not valid has ended already.
         */
        readonly post: operations["tokens.revokeAtPrweb"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/livez": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the process answers
         * @description Returns 200 while the process is alive.
         */
        readonly get: operations["health.live"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether sales are accepted
         * @description Returns 200 while Postgres answers and sales can be inserted in time. Without the queue sales are still accepted, and posted some seconds later: `degraded`. The same if a key of encrypted personal data is missing, or if records wait and no worker runs. The `reason` says why and how to fix it.
         */
        readonly get: operations["health.ready"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Where everything is
         * @description Paths of the reference, of this document and of two pages to begin with, the console and the documentation; for browsers a page.
         */
        readonly get: operations["service.root"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This document
         * @description This API in OpenAPI 3.1, the same for every caller.
         */
        readonly get: operations["service.openapi"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reference": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This document as a page
         * @description Shows this document in a browser, where calls can be tried. The page loads nothing from other hosts.
         */
        readonly get: operations["service.reference"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reference/{file}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A file of the page
         * @description A script or style sheet of the page.
         */
        readonly get: operations["service.referenceFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/docs/{page}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A page of the documentation
         * @description `integrate` is a first walk with curl; `interface` has the rules of this API.
         */
        readonly get: operations["service.page"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A stable code for programs. `x-codes` has the HTTP status of each code, and whether a repeat can succeed.
         * @enum {string}
         */
        readonly ErrorCode: "Error_Body_Malformed" | "Error_Body_NotObject" | "Error_Content_NotObject" | "Error_ObjectType_Required" | "Error_ObjectType_Unknown" | "Error_ObjectType_Mismatch" | "Error_PageInstructions_Unsupported" | "Error_Query_Malformed" | "Error_Query_FieldUnknown" | "Error_Query_ComparatorUnsuited" | "Error_Query_FunctionUnsuited" | "Error_Query_ValueMistyped" | "Error_Query_TooLarge" | "Error_Paging_Malformed" | "Error_Paging_Conflict" | "Error_PageToken_Invalid" | "Error_Parameter_Required" | "Error_Parameter_Type" | "Error_Parameter_Range" | "Error_Header_Malformed" | "Error_TokenRequest_Malformed" | "Error_Grant_Unsupported" | "Error_Scope_Invalid" | "Error_Token_Foreign" | "Error_Client_Invalid" | "Error_Credential_Invalid" | "Error_Right_Missing" | "Error_Key_Forbidden" | "Error_Sale_TooLarge" | "Error_Adjustment_TooLarge" | "Error_Origin_Refused" | "Error_Path_Unknown" | "Error_Object_Unknown" | "Error_Action_Unknown" | "Error_DataView_Unknown" | "Error_DeadLetter_Unknown" | "Error_Method_NotAllowed" | "Error_Request_Timeout" | "Error_Key_Taken" | "Error_Key_Reused" | "Error_Status_Illegal" | "Error_Version_Stale" | "Error_Position_Lost" | "Error_Position_Expired" | "Error_DeadLetter_Gone" | "Error_Member_Erased" | "Error_Member_Blocked" | "Error_Member_Merged" | "Error_Redemption_NothingLeft" | "Error_Voucher_LockedByOther" | "Error_Voucher_Expired" | "Error_Object_Archived" | "Error_Version_Malformed" | "Error_Body_TooLarge" | "Error_ContentType_Unsupported" | "Error_ContentEncoding_Unsupported" | "Error_Host_Unknown" | "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Export_TooLarge" | "Error_Record_Refused" | "Error_Programme_Unknown" | "Error_Store_Unknown" | "Error_Sale_Unknown" | "Error_Member_Unknown" | "Error_Member_Same" | "Error_Programme_Other" | "Error_Card_Unknown" | "Error_Currency_Unknown" | "Error_Balance_Insufficient" | "Error_Balance_OutOfRange" | "Error_Rule_TooMany" | "Error_Webhook_TooMany" | "Error_Stock_NotCounted" | "Error_Stock_OutOfRange" | "Error_Credential_Throttled" | "Error_Requests_TooMany" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany" | "Error_ReadTime_Spent" | "Error_VoucherLookups_TooMany" | "Error_Adjustments_Spent" | "Error_Rule_TooOften" | "Error_Header_TooLarge" | "Error_Service_Failed" | "Error_DataView_Timeout" | "Error_Database_Unsuited" | "Error_Service_Overloaded" | "Error_Service_Unavailable";
        /** @description The body of every error. */
        readonly Error: {
            /** @description The kind of error; follows from the HTTP status. */
            readonly errorClassification: string;
            /** @description A sentence for people; may change. */
            readonly localizedValue: string;
            /** @description What is wrong. Invalid fields are all reported at once, one detail each. */
            readonly errorDetails: readonly components["schemas"]["ErrorDetail"][];
            /** @description The same as the header `X-Request-Id`; the service's log has it too. */
            readonly requestId: string;
            /** @description Only in a 401. */
            readonly errors?: readonly {
                readonly ID: components["schemas"]["ErrorCode"];
                readonly message: string;
            }[];
            /**
             * @description Only where tokens are requested and revoked: the code of RFC 6749.
             * @enum {string}
             */
            readonly error?: "invalid_request" | "invalid_client" | "unsupported_grant_type" | "invalid_scope" | "invalid_grant";
            /** @description Only next to `error`. */
            readonly error_description?: string;
        };
        readonly ErrorDetail: {
            readonly message: components["schemas"]["ErrorCode"];
            /** @description A sentence for people; may change. */
            readonly localizedValue: string;
            /** @description The page that holds the field: `.SaleItems(1)`. */
            readonly erroneousInputOutputFieldInPage: string;
            /** @description The field: `.ProductCode`. */
            readonly erroneousInputOutputIdentifier: string;
        };
        /** @description A reference to another record. */
        readonly Reference: {
            readonly "@class": string;
            readonly ID: string;
        };
        readonly SaleContent: {
            /**
             * @description Where the record comes from.
             * @default API
             * @example API
             */
            readonly Origin?: string | null | undefined;
            /**
             * @description The sale's idempotency key, unique in the whole service; it never expires. The same key with the same content gets the first answer again and earns no second time.
             * @example POS-7-000123
             */
            readonly ExternalID: string;
            /**
             * @description The channel that the sale came through.
             * @default
             * @example STORE
             */
            readonly SaleChannelCode?: string | null | undefined;
            /**
             * @description The point of sale.
             * @default
             * @example TILL-3
             */
            readonly PointOfSaleID?: string | null | undefined;
            /** @description The lines of the sale. */
            readonly SaleItems: readonly {
                /**
                 * @description The product's business key.
                 * @example P-COFFEE
                 */
                readonly ProductCode: string;
                /**
                 * @description The number of units, or the amount by weight. Negative for a return or a void; 0 for a reduction, such as a discount. At most 4 decimals.
                 * @example 2
                 */
                readonly Quantity: number;
                /**
                 * @description The line's total price. Negative for a return, like its quantity, and for a reduction. At most 4 decimals.
                 * @example 19.98
                 */
                readonly TotalAmount: number;
                /**
                 * @description Only on a return or a reduction: the business key of the sale whose goods come back, or whose price is lowered. The line then takes back exactly what that earned. It cannot be this sale's own key.
                 * @example POS-7-000101
                 */
                readonly OriginalSaleExternalID?: string | null | undefined;
                /**
                 * @description Only on a return that names its sale: the position in it, from 1, of the line that comes back, if the sale has several lines of the product.
                 * @example 2
                 */
                readonly OriginalLine?: number | null | undefined;
            }[];
            /**
             * @description When the sale was made. A time after the sale's acceptance counts as its acceptance.
             * @example 2026-11-21T13:31:48.000Z
             */
            readonly SaleDateTime: string;
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode: string;
        };
        readonly RedemptionContent: {
            /**
             * @description Where the record comes from.
             * @default API
             * @example API
             */
            readonly Origin?: string | null | undefined;
            /**
             * @description The redemption's optional idempotency key: the same key with the same content gets the first answer again.
             * @default
             * @example APP-000042
             */
            readonly ExternalID?: string | null | undefined;
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
            /** @description What is redeemed: one voucher a line. */
            readonly RedemptionItems: readonly {
                /**
                 * @description The number of units. A whole number of 1 or more, as a string.
                 * @example 1
                 */
                readonly Quantity: string;
                /**
                 * @description The ExternalID of the reward.
                 * @example R-MUG
                 */
                readonly RewardExternalID: string;
                /**
                 * @description The voucher code to use; empty to have one minted. A code of more than blanks and dashes, without control characters.
                 * @default
                 * @example
                 */
                readonly VoucherCode?: string | null | undefined;
            }[];
        };
        readonly StoreContent: {
            /**
             * @description Where the record comes from.
             * @default API
             * @example API
             */
            readonly Origin?: string | null | undefined;
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode: string;
            /**
             * @description The store's name.
             * @example Main Street
             */
            readonly Name: string;
            /**
             * @description A description for people.
             * @default
             * @example Open from 7 to 21
             */
            readonly Description?: string | null | undefined;
            /**
             * @description Whether sales of this store earn points.
             * @default true
             * @example true
             */
            readonly IsParticipating?: boolean | null | undefined;
            /** @description Where the store is. */
            readonly Address?: {
                /**
                 * @description Street and number.
                 * @default
                 * @example Main Street 1
                 */
                readonly Street?: string | null | undefined;
                /**
                 * @description City.
                 * @default
                 * @example Springfield
                 */
                readonly City?: string | null | undefined;
                /**
                 * @description State or province.
                 * @default
                 * @example IL
                 */
                readonly StateProvince?: string | null | undefined;
                /**
                 * @description Country.
                 * @default
                 * @example US
                 */
                readonly Country?: string | null | undefined;
                /**
                 * @description Postal code.
                 * @default
                 * @example 62701
                 */
                readonly PostalCode?: string | null | undefined;
            } | null | undefined;
        };
        readonly MemberContent: {
            /**
             * @description Where the record comes from.
             * @default API
             * @example API
             */
            readonly Origin?: string | null | undefined;
            /**
             * @description The member's business key: `MemberExternalID` elsewhere.
             * @example M-1001
             */
            readonly ExternalID: string;
            /**
             * Format: date
             * @description The member's day of birth.
             * @example 1990-05-17
             */
            readonly DateOfBirth?: string | null | undefined;
            /**
             * @description Where the member gets mail. An e-mail address.
             * @default
             * @example ada@example.com
             */
            readonly EmailAddress?: string | null | undefined;
            /**
             * @description The member's name.
             * @example Ada Example
             */
            readonly FullName: string;
            /**
             * @description The member's mobile number. Digits only.
             * @default
             * @example 491700000000
             */
            readonly MobileNumber?: string | null | undefined;
            /**
             * @description When the member joined.
             * @example 2026-01-15T09:30:00.000Z
             */
            readonly JoinDateTime?: string | null | undefined;
            /**
             * @description The BusinessID of the member's programme.
             * @example REWARDS
             */
            readonly ProgramBusinessID: string;
        };
        readonly ProductContent: {
            /**
             * @description Where the record comes from.
             * @default API
             * @example API
             */
            readonly Origin?: string | null | undefined;
            /**
             * @description The product's name.
             * @example Ground coffee, 500 g
             */
            readonly Name: string;
            /**
             * @description A description for people.
             * @default
             * @example Open from 7 to 21
             */
            readonly Description?: string | null | undefined;
            /**
             * @description The product's business key.
             * @example P-COFFEE
             */
            readonly ProductCode: string;
            /**
             * @description The product's brand.
             * @default
             * @example Roastery
             */
            readonly Brand?: string | null | undefined;
            /**
             * @description The product's category.
             * @default
             * @example Beverages
             */
            readonly Category?: string | null | undefined;
            /**
             * @description Whether the product earns points.
             * @default true
             * @example true
             */
            readonly Incentivizable?: boolean | null | undefined;
        };
        readonly RewardContent: {
            /**
             * @description Where the record comes from.
             * @default API
             * @example API
             */
            readonly Origin?: string | null | undefined;
            /**
             * @description The reward's name.
             * @example Coffee mug
             */
            readonly Name: string;
            /**
             * @description The reward's business key: `RewardExternalID` elsewhere.
             * @example R-MUG
             */
            readonly ExternalID: string;
            /**
             * @description `stock_control`: vouchers are limited by the stock. Stock is not counted for other types.
             * @default stock_control
             * @example stock_control
             */
            readonly RewardType?: string | null | undefined;
            /**
             * @description The reward cannot be redeemed from this instant on.
             * @example 2027-12-31T23:59:59.000Z
             */
            readonly RewardExpiration?: string | null | undefined;
            /**
             * @description The price of one unit, in the first currency of the member's programme; empty if it is free. A decimal with at most 4 decimals, as a string. 0 or more.
             * @default
             * @example 100
             */
            readonly RewardCost?: string | null | undefined;
            /**
             * @description The number of days that a voucher is valid, at most until RewardExpiration; empty for no limit in days. A whole number of days from 0 to 36500, as a string.
             * @default
             * @example 30
             */
            readonly DaysAvailable?: string | null | undefined;
        };
        readonly SegmentContent: {
            /**
             * @description The segment's name.
             * @example Regulars
             */
            readonly Name: string;
            /**
             * @description A description for people.
             * @default
             * @example Open from 7 to 21
             */
            readonly Description?: string | null | undefined;
        };
        readonly EarningRuleContent: {
            /**
             * @description Where the record comes from.
             * @default API
             * @example API
             */
            readonly Origin?: string | null | undefined;
            /**
             * @description The BusinessID of the rule's programme.
             * @example REWARDS
             */
            readonly ProgramBusinessID: string;
            /**
             * @description The rule's ID, which its programme never has again. An ID of 1 to 40 of A to Z, 0 to 9, _ and -, the first neither _ nor -.
             * @example PASTRY2
             */
            readonly RuleID: string;
            /**
             * @description The rule's name, for people.
             * @default
             * @example Double points on pastries
             */
            readonly Name?: string | null | undefined;
            /**
             * @description A description for people.
             * @default
             * @example Open from 7 to 21
             */
            readonly Description?: string | null | undefined;
            /**
             * @description When the rule counts, which lines, and what it gives: as in a programme file, without id and name.
             * @example {
             *       "from": "2026-05-01T00:00",
             *       "where": {
             *         "category": [
             *           "Pastries"
             *         ]
             *       },
             *       "gives": {
             *         "multiplier": "2"
             *       }
             *     }
             */
            readonly Rule: {
                readonly from?: string | undefined;
                readonly to?: string | undefined;
                readonly where?: {
                    readonly day?: readonly ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[] | undefined;
                    readonly time?: readonly [
                        string,
                        string
                    ] | undefined;
                    readonly channel?: readonly string[] | undefined;
                    readonly store?: readonly string[] | undefined;
                    readonly segment?: readonly string[] | undefined;
                    readonly tier?: readonly string[] | undefined;
                    readonly joinedWithinDays?: number | undefined;
                    readonly category?: readonly string[] | undefined;
                    readonly brand?: readonly string[] | undefined;
                    readonly product?: readonly string[] | undefined;
                } | undefined;
                readonly except?: {
                    readonly category?: readonly string[] | undefined;
                    readonly brand?: readonly string[] | undefined;
                    readonly product?: readonly string[] | undefined;
                } | undefined;
                readonly minimumSpend?: string | number | undefined;
                readonly minimumQuantity?: string | number | undefined;
                readonly gives: {
                    readonly multiplier?: string | number | undefined;
                    readonly rate?: string | number | undefined;
                    readonly perQuantity?: string | number | undefined;
                    readonly bonus?: string | number | undefined;
                };
                readonly cap?: {
                    readonly points: string | number;
                    /** @enum {string} */
                    readonly per: "sale" | "day" | "week" | "month" | "quarter" | "year" | "campaign";
                } | undefined;
                readonly every?: {
                    readonly quantity?: string | number | undefined;
                    readonly spend?: string | number | undefined;
                    readonly visits?: string | number | undefined;
                    /** @enum {string} */
                    readonly per: "day" | "week" | "month" | "quarter" | "year" | "campaign";
                    readonly times?: number | undefined;
                } | undefined;
                readonly group?: string | undefined;
            };
            /**
             * @description If the last edit of the rule is in force from an earlier time: sales made since then and not yet posted earn by it.
             * @example null
             */
            readonly InForceFrom?: string | null | undefined;
        };
        readonly RedemptionCancelContent: {
            /**
             * @description Why it is cancelled, for people: without names of customers, since history keeps it for ever.
             * @default
             * @example Wrong size
             */
            readonly Reason?: string | null | undefined;
        };
        readonly RedemptionItemLockContent: {
            /**
             * @description Who holds the lock, such as a till.
             * @example TILL-7
             */
            readonly LockedBy?: string | null | undefined;
            /**
             * @description The lock ends by itself after so many minutes.
             * @example 15
             */
            readonly LockMinutes?: number | null | undefined;
        };
        readonly RedemptionItemUnlockContent: {
            /**
             * @description Who holds the lock, such as a till.
             * @example TILL-7
             */
            readonly LockedBy?: string | null | undefined;
        };
        readonly RedemptionItemUseContent: {
            /**
             * @description Who holds the lock, such as a till.
             * @example TILL-7
             */
            readonly LockedBy?: string | null | undefined;
        };
        readonly RedemptionItemCancelContent: {
            /**
             * @description Why it is cancelled, for people: without names of customers, since history keeps it for ever.
             * @default
             * @example Wrong size
             */
            readonly Reason?: string | null | undefined;
        };
        readonly StoreEditContent: {
            /**
             * @description The store's name.
             * @example Main Street
             */
            readonly Name?: string | null | undefined;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string | null | undefined;
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode?: string | null | undefined;
            /** @description Where the store is. */
            readonly Address?: {
                /**
                 * @description Street and number.
                 * @example Main Street 1
                 */
                readonly Street?: string | null | undefined;
                /**
                 * @description City.
                 * @example Springfield
                 */
                readonly City?: string | null | undefined;
                /**
                 * @description State or province.
                 * @example IL
                 */
                readonly StateProvince?: string | null | undefined;
                /**
                 * @description Country.
                 * @example US
                 */
                readonly Country?: string | null | undefined;
                /**
                 * @description Postal code.
                 * @example 62701
                 */
                readonly PostalCode?: string | null | undefined;
            } | null | undefined;
            /**
             * @description Whether sales of this store earn points.
             * @example true
             */
            readonly IsParticipating?: boolean | null | undefined;
        };
        readonly MemberEditContent: {
            /**
             * @description The member's name.
             * @example Ada Example
             */
            readonly FullName?: string | null | undefined;
            /**
             * @description Where the member gets mail. An e-mail address.
             * @example ada@example.com
             */
            readonly EmailAddress?: string | null | undefined;
            /**
             * @description The member's mobile number. Digits only.
             * @example 491700000000
             */
            readonly MobileNumber?: string | null | undefined;
            /**
             * @description The member's day of birth. A date that exists, of the form YYYY-MM-DD. Empty for none.
             * @example 1990-05-17
             */
            readonly DateOfBirth?: string | null | undefined;
            /**
             * @description When the member joined. A timestamp that exists, with its offset from UTC: 2026-05-04T09:30:00+02:00 or 2026-05-04T07:30Z. Empty for none.
             * @example 2026-01-15T09:30:00.000Z
             */
            readonly JoinDateTime?: string | null | undefined;
        };
        readonly MemberAddBalanceContent: {
            /** @description What is added to a balance, or taken from it. */
            readonly AdjustBalances: {
                /**
                 * @description The amount; negative for a deduction, which cannot bring the balance below zero. Not 0. At most 4 decimals.
                 * @example 25
                 */
                readonly Amount: number;
                /**
                 * @description The name of the currency to adjust.
                 * @example Points
                 */
                readonly Name: string;
                /**
                 * @description Why, for people. It is kept for ever, also if the member is erased, so it must name nobody.
                 * @example Goodwill for a late delivery
                 */
                readonly Reason?: string | null | undefined;
            };
        };
        readonly MemberAddCardContent: {
            /**
             * @description A further key of the member, such as the number of a card.
             * @example 4012-7781
             */
            readonly CardNumber: string;
        };
        readonly MemberRemoveCardContent: {
            /**
             * @description A further key of the member, such as the number of a card.
             * @example 4012-7781
             */
            readonly CardNumber: string;
        };
        readonly MemberMergeContent: {
            /**
             * @description The ExternalID of the member that ends.
             * @example M-1002
             */
            readonly FromMemberExternalID: string;
            /**
             * @description Why, for people. It is kept for ever, also if the member is erased, so it must name nobody.
             * @example Goodwill for a late delivery
             */
            readonly Reason?: string | null | undefined;
        };
        readonly MemberBlockContent: {
            /**
             * @description Why, for people. It is kept for ever, also if the member is erased, so it must name nobody.
             * @example Goodwill for a late delivery
             */
            readonly Reason?: string | null | undefined;
        };
        readonly ProductEditContent: {
            /**
             * @description The product's name.
             * @example Ground coffee, 500 g
             */
            readonly Name?: string | null | undefined;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string | null | undefined;
            /**
             * @description The product's business key.
             * @example P-COFFEE
             */
            readonly ProductCode?: string | null | undefined;
            /**
             * @description The product's brand.
             * @example Roastery
             */
            readonly Brand?: string | null | undefined;
            /**
             * @description The product's category.
             * @example Beverages
             */
            readonly Category?: string | null | undefined;
            /**
             * @description Whether the product earns points.
             * @example true
             */
            readonly Incentivizable?: boolean | null | undefined;
        };
        readonly RewardAddRewardStockContent: {
            /**
             * @description How much stock is added. A whole number of 1 or more.
             * @example 10
             */
            readonly RewardQuantity: number;
        };
        readonly SegmentAddMembersContent: {
            /**
             * @description The ExternalIDs of the members.
             * @example [
             *       "M-1001"
             *     ]
             */
            readonly MemberExternalIDs: readonly string[];
        };
        readonly SegmentRemoveMembersContent: {
            /**
             * @description The ExternalIDs of the members.
             * @example [
             *       "M-1001"
             *     ]
             */
            readonly MemberExternalIDs: readonly string[];
        };
        readonly EarningRuleEditContent: {
            /**
             * @description When the rule counts, which lines, and what it gives: as in a programme file, without id and name.
             * @example {
             *       "from": "2026-05-01T00:00",
             *       "where": {
             *         "category": [
             *           "Pastries"
             *         ]
             *       },
             *       "gives": {
             *         "multiplier": "2"
             *       }
             *     }
             */
            readonly Rule?: {
                readonly from?: string | undefined;
                readonly to?: string | undefined;
                readonly where?: {
                    readonly day?: readonly ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[] | undefined;
                    readonly time?: readonly [
                        string,
                        string
                    ] | undefined;
                    readonly channel?: readonly string[] | undefined;
                    readonly store?: readonly string[] | undefined;
                    readonly segment?: readonly string[] | undefined;
                    readonly tier?: readonly string[] | undefined;
                    readonly joinedWithinDays?: number | undefined;
                    readonly category?: readonly string[] | undefined;
                    readonly brand?: readonly string[] | undefined;
                    readonly product?: readonly string[] | undefined;
                } | undefined;
                readonly except?: {
                    readonly category?: readonly string[] | undefined;
                    readonly brand?: readonly string[] | undefined;
                    readonly product?: readonly string[] | undefined;
                } | undefined;
                readonly minimumSpend?: string | number | undefined;
                readonly minimumQuantity?: string | number | undefined;
                readonly gives: {
                    readonly multiplier?: string | number | undefined;
                    readonly rate?: string | number | undefined;
                    readonly perQuantity?: string | number | undefined;
                    readonly bonus?: string | number | undefined;
                };
                readonly cap?: {
                    readonly points: string | number;
                    /** @enum {string} */
                    readonly per: "sale" | "day" | "week" | "month" | "quarter" | "year" | "campaign";
                } | undefined;
                readonly every?: {
                    readonly quantity?: string | number | undefined;
                    readonly spend?: string | number | undefined;
                    readonly visits?: string | number | undefined;
                    /** @enum {string} */
                    readonly per: "day" | "week" | "month" | "quarter" | "year" | "campaign";
                    readonly times?: number | undefined;
                } | undefined;
                readonly group?: string | undefined;
            } | null | undefined;
            /**
             * @description The rule's name, for people.
             * @example Double points on pastries
             */
            readonly Name?: string | null | undefined;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string | null | undefined;
            /**
             * @description If the last edit of the rule is in force from an earlier time: sales made since then and not yet posted earn by it. A timestamp that exists, with its offset from UTC: 2026-05-04T09:30:00+02:00 or 2026-05-04T07:30Z. Empty for none.
             * @example null
             */
            readonly InForceFrom?: string | null | undefined;
        };
        readonly SaleCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "SaleCase";
            readonly content: components["schemas"]["SaleContent"];
            /** @description Always empty. */
            readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
        };
        readonly RedemptionCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "RedemptionCase";
            readonly content: components["schemas"]["RedemptionContent"];
            /** @description Always empty. */
            readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
        };
        readonly StoreCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "Store";
            readonly content: components["schemas"]["StoreContent"];
            /** @description Always empty. */
            readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
        };
        readonly MemberCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "Member";
            readonly content: components["schemas"]["MemberContent"];
            /** @description Always empty. */
            readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
        };
        readonly ProductCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "Product";
            readonly content: components["schemas"]["ProductContent"];
            /** @description Always empty. */
            readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
        };
        readonly RewardCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "Reward";
            readonly content: components["schemas"]["RewardContent"];
            /** @description Always empty. */
            readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
        };
        readonly SegmentCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "SegmentCase";
            readonly content: components["schemas"]["SegmentContent"];
            /** @description Always empty. */
            readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
        };
        readonly EarningRuleCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "EarningRule";
            readonly content: components["schemas"]["EarningRuleContent"];
            /** @description Always empty. */
            readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
        };
        readonly SaleCreated: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Pending-Ready To Process";
                };
            };
            /**
             * @description The object's opaque ID.
             * @example SALE-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description What was done, as a sentence for people.
             * @example Sale accepted for processing.
             */
            readonly confirmationNote: string;
        };
        readonly RedemptionCreated: {
            readonly data: {
                readonly objectInfo: {
                    /**
                     * @description The object's opaque ID.
                     * @example RED-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                    /** @constant */
                    readonly status: "Open-Ready To Process";
                };
            };
            /**
             * @description The object's opaque ID.
             * @example RED-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
        };
        readonly StoreCreated: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description The object's opaque ID.
             * @example STO-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description What was done, as a sentence for people.
             * @example Store created.
             */
            readonly confirmationNote: string;
        };
        readonly MemberCreated: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description The object's opaque ID.
             * @example MEM-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description What was done, as a sentence for people.
             * @example Member registered.
             */
            readonly confirmationNote: string;
        };
        readonly ProductCreated: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
                /**
                 * @description The object's opaque ID.
                 * @example PRO-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
                /**
                 * @description What was done, as a sentence for people.
                 * @example Product created.
                 */
                readonly confirmationNote: string;
            };
        };
        readonly RewardCreated: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                    readonly content: {
                        /** @constant */
                        readonly classID: "Reward";
                        /**
                         * @description The reward's name.
                         * @example Coffee mug
                         */
                        readonly Name: string;
                        /**
                         * @description The number of days that a voucher is valid, at most until RewardExpiration; empty for no limit in days. A whole number of days from 0 to 36500, as a string.
                         * @example 30
                         */
                        readonly DaysAvailable: string;
                        /**
                         * Format: date-time
                         * @description The reward cannot be redeemed from this instant on.
                         * @example 2027-12-31T23:59:59.000Z
                         */
                        readonly RewardExpiration: string | null;
                        /**
                         * @description The price of one unit, in the first currency of the member's programme; empty if it is free. A decimal with at most 4 decimals, as a string. 0 or more.
                         * @example 100
                         */
                        readonly RewardCost: string;
                        /**
                         * @description The reward's business key: `RewardExternalID` elsewhere.
                         * @example R-MUG
                         */
                        readonly ExternalID: string;
                        /**
                         * @description `stock_control`: vouchers are limited by the stock. Stock is not counted for other types.
                         * @example stock_control
                         */
                        readonly RewardType: string;
                        readonly Prices: readonly unknown[];
                        readonly QuantityAvailable: string;
                    };
                };
            };
            /**
             * @description The object's opaque ID.
             * @example REW-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
        };
        readonly SegmentCreated: {
            readonly data: {
                readonly objectInfo: {
                    /**
                     * @description The object's opaque ID.
                     * @example SEG-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                    /** @constant */
                    readonly status: "New-Segment Case creation";
                };
            };
            /**
             * @description The object's opaque ID.
             * @example SEG-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
        };
        readonly EarningRuleCreated: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description The object's opaque ID.
             * @example RUL-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description What was done, as a sentence for people.
             * @example Rule in force.
             */
            readonly confirmationNote: string;
        };
        readonly RedemptionCancelAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Resolved-Cancelled";
                    /**
                     * @description The object's opaque ID.
                     * @example RED-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Redemption cancelled.
             */
            readonly confirmationNote: string;
        };
        readonly RedemptionItemLockAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                    /**
                     * @description The object's opaque ID.
                     * @example ITEM-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
        };
        readonly RedemptionItemUnlockAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Available With Expiry";
                    /**
                     * @description The object's opaque ID.
                     * @example ITEM-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Voucher unlocked.
             */
            readonly confirmationNote: string;
        };
        readonly RedemptionItemUseAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Resolved-Completed";
                    /**
                     * @description The object's opaque ID.
                     * @example ITEM-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Voucher used.
             */
            readonly confirmationNote: string;
        };
        readonly RedemptionItemCancelAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Resolved-Cancelled";
                    /**
                     * @description The object's opaque ID.
                     * @example ITEM-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Voucher cancelled.
             */
            readonly confirmationNote: string;
        };
        readonly StoreEditAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Store changed.
             */
            readonly confirmationNote: string;
        };
        readonly MemberEditAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Member changed.
             */
            readonly confirmationNote: string;
        };
        readonly MemberAddBalanceAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                    /**
                     * @description The object's opaque ID.
                     * @example MEM-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Balance adjusted.
             */
            readonly confirmationNote: string;
        };
        readonly MemberAddCardAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Card added.
             */
            readonly confirmationNote: string;
        };
        readonly MemberRemoveCardAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Card removed.
             */
            readonly confirmationNote: string;
        };
        readonly MemberMergeAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Members merged.
             */
            readonly confirmationNote: string;
        };
        readonly MemberBlockAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Blocked";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Member blocked.
             */
            readonly confirmationNote: string;
        };
        readonly MemberUnblockAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Member unblocked.
             */
            readonly confirmationNote: string;
        };
        readonly ProductEditAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Product changed.
             */
            readonly confirmationNote: string;
        };
        readonly ProductDeleteObjectAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Resolved-Deleted";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Product deleted.
             */
            readonly confirmationNote: string;
        };
        readonly RewardAddRewardStockAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
        };
        readonly RewardDeleteObjectAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Resolved-Deleted";
                };
            };
        };
        readonly SegmentAddMembersAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                    /**
                     * @description The object's opaque ID.
                     * @example SEG-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
        };
        readonly SegmentRemoveMembersAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                    /**
                     * @description The object's opaque ID.
                     * @example SEG-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
        };
        readonly SegmentMarkAsInactiveAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Resolved-Inactive";
                    /**
                     * @description The object's opaque ID.
                     * @example SEG-01a1fe4e5130747296a822878b7abcfa
                     */
                    readonly ID: string;
                };
            };
        };
        readonly EarningRuleEditAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Open-Active";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Rule changed.
             */
            readonly confirmationNote: string;
        };
        readonly EarningRuleEndAnswer: {
            readonly data: {
                readonly objectInfo: {
                    /** @constant */
                    readonly status: "Resolved-Ended";
                };
            };
            /**
             * @description What was done, as a sentence for people.
             * @example Rule ended.
             */
            readonly confirmationNote: string;
        };
        readonly SaleCase: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "SaleCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example SALE-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin: string;
            /**
             * @description The sale's idempotency key, unique in the whole service; it never expires. The same key with the same content gets the first answer again and earns no second time.
             * @example POS-7-000123
             */
            readonly ExternalID: string;
            /**
             * @description The channel that the sale came through.
             * @example STORE
             */
            readonly SaleChannelCode: string;
            /**
             * @description The point of sale.
             * @example TILL-3
             */
            readonly PointOfSaleID: string;
            /** @description The lines of the sale. */
            readonly SaleItems: readonly {
                /**
                 * @description The product's business key.
                 * @example P-COFFEE
                 */
                readonly ProductCode: string;
                /**
                 * @description The number of units, or the amount by weight. Negative for a return or a void; 0 for a reduction, such as a discount. At most 4 decimals.
                 * @example 2
                 */
                readonly Quantity: number;
                /**
                 * @description The line's total price. Negative for a return, like its quantity, and for a reduction. At most 4 decimals.
                 * @example 19.98
                 */
                readonly TotalAmount: number;
                /**
                 * @description Only on a return or a reduction: the business key of the sale whose goods come back, or whose price is lowered. The line then takes back exactly what that earned. It cannot be this sale's own key.
                 * @example POS-7-000101
                 */
                readonly OriginalSaleExternalID?: string;
                /**
                 * @description Only on a return that names its sale: the position in it, from 1, of the line that comes back, if the sale has several lines of the product.
                 * @example 2
                 */
                readonly OriginalLine?: number;
            }[];
            /**
             * Format: date-time
             * @description When the sale was made. A time after the sale's acceptance counts as its acceptance.
             * @example 2026-11-21T13:31:48.000Z
             */
            readonly SaleDateTime: string;
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode: string;
            /**
             * @description The record's name.
             * @constant
             */
            readonly Name: "Sale";
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "Pending-Ready To Process" | "Resolved-Completed" | "Resolved-Rejected" | "Pending-Awaiting Reference";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly RedemptionCase: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "RedemptionCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example RED-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin: string;
            /**
             * @description The redemption's optional idempotency key: the same key with the same content gets the first answer again.
             * @example APP-000042
             */
            readonly ExternalID: string;
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
            /** @description What is redeemed: one voucher a line. */
            readonly RedemptionItems: readonly {
                /**
                 * @description The number of units. A whole number of 1 or more, as a string.
                 * @example 1
                 */
                readonly Quantity: string;
                /**
                 * @description The ExternalID of the reward.
                 * @example R-MUG
                 */
                readonly RewardExternalID: string;
                /**
                 * @description The voucher code to use; empty to have one minted. A code of more than blanks and dashes, without control characters.
                 * @example
                 */
                readonly VoucherCode: string;
            }[];
            /**
             * @description Why it was cancelled; empty if its Cancel gave no reason.
             * @example Wrong size
             */
            readonly CancelReason: string;
            /**
             * @description The record's name.
             * @constant
             */
            readonly Name: "Redemption";
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "Open-Ready To Process" | "Resolved-Completed" | "Resolved-Rejected" | "Resolved-Cancelled";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly RedemptionItemCase: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "RedemptionItemCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example ITEM-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description The record's name.
             * @example Example
             */
            readonly Name: string;
            /**
             * @description The number of units.
             * @example 1
             */
            readonly Quantity: number;
            /**
             * @description The points that it cost, and that its Cancel gives back.
             * @example 100
             */
            readonly Cost: number;
            /**
             * @description The reward.
             * @example {
             *       "@class": "Reward",
             *       "ID": "REW-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Reward: components["schemas"]["Reference"];
            /**
             * @description The redemption that it came from.
             * @example {
             *       "@class": "RedemptionCase",
             *       "ID": "RED-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Redemption: components["schemas"]["Reference"];
            /**
             * @description The voucher's code.
             * @example X3AJA-GKMAR-5C5P
             */
            readonly VoucherCode: string;
            /**
             * Format: date-time
             * @description The voucher is refused from this instant on; null if it does not expire.
             * @example 2026-12-21T13:31:49.313Z
             */
            readonly ExpirationDateTime: string | null;
            /**
             * @description Who holds the lock, such as a till. Empty while it is not locked, or if its Lock named nobody.
             * @example TILL-7
             */
            readonly LockedBy: string;
            /**
             * Format: date-time
             * @description The lock ends by itself at this instant; null while it is not locked, or if its Lock has no end.
             * @example 2026-11-21T13:46:49.313Z
             */
            readonly LockedUntilDateTime: string | null;
            /**
             * @description Why it was cancelled; empty if its Cancel gave no reason.
             * @example Wrong size
             */
            readonly CancelReason: string;
            /**
             * @description Always false.
             * @constant
             */
            readonly IsInstantRedemption: false;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "Open-Available With Expiry" | "Open-Active" | "Resolved-Completed" | "Resolved-Cancelled" | "Resolved-Expired";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly Store: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "Store";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example STO-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin: string;
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode: string;
            /**
             * @description The store's name.
             * @example Main Street
             */
            readonly Name: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description: string;
            /**
             * @description Whether sales of this store earn points.
             * @example true
             */
            readonly IsParticipating: boolean;
            /** @description Where the store is. */
            readonly Address: {
                /**
                 * @description The class of the record.
                 * @constant
                 */
                readonly "@class": "LocationAddress";
                /** @description The record's opaque ID. */
                readonly ID: string;
                /**
                 * @description Street and number.
                 * @example Main Street 1
                 */
                readonly Street: string;
                /**
                 * @description City.
                 * @example Springfield
                 */
                readonly City: string;
                /**
                 * @description State or province.
                 * @example IL
                 */
                readonly StateProvince: string;
                /**
                 * @description Country.
                 * @example US
                 */
                readonly Country: string;
                /**
                 * @description Postal code.
                 * @example 62701
                 */
                readonly PostalCode: string;
            };
            /**
             * @description Always `Active`.
             * @constant
             */
            readonly StoreStatus: "Active";
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "Open-Active";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly Member: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "Member";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example MEM-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin: string;
            /**
             * @description The member's business key: `MemberExternalID` elsewhere.
             * @example M-1001
             */
            readonly ExternalID: string;
            /**
             * Format: date
             * @description The member's day of birth.
             * @example 1990-05-17
             */
            readonly DateOfBirth: string | null;
            /**
             * @description Where the member gets mail.
             * @example ada@example.com
             */
            readonly EmailAddress: string;
            /**
             * @description The member's name.
             * @example Ada Example
             */
            readonly FullName: string;
            /**
             * @description The member's mobile number.
             * @example 491700000000
             */
            readonly MobileNumber: string;
            /**
             * Format: date-time
             * @description When the member joined.
             * @example 2026-01-15T09:30:00.000Z
             */
            readonly JoinDateTime: string | null;
            /**
             * @description The BusinessID of the member's programme.
             * @example REWARDS
             */
            readonly ProgramBusinessID: string;
            /**
             * @description The record's name.
             * @example Example
             */
            readonly Name: string;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "Open-Active" | "Open-Blocked" | "Resolved-Merged";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly Product: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "Product";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example PRO-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin: string;
            /**
             * @description The product's name.
             * @example Ground coffee, 500 g
             */
            readonly Name: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description: string;
            /**
             * @description The product's business key.
             * @example P-COFFEE
             */
            readonly ProductCode: string;
            /**
             * @description The product's brand.
             * @example Roastery
             */
            readonly Brand: string;
            /**
             * @description The product's category.
             * @example Beverages
             */
            readonly Category: string;
            /**
             * @description Whether the product earns points.
             * @example true
             */
            readonly Incentivizable: boolean;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "Open-Active" | "Resolved-Deleted";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly Reward: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "Reward";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example REW-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin: string;
            /**
             * @description The reward's name.
             * @example Coffee mug
             */
            readonly Name: string;
            /**
             * @description The reward's business key: `RewardExternalID` elsewhere.
             * @example R-MUG
             */
            readonly ExternalID: string;
            /**
             * @description `stock_control`: vouchers are limited by the stock. Stock is not counted for other types.
             * @example stock_control
             */
            readonly RewardType: string;
            /**
             * Format: date-time
             * @description The reward cannot be redeemed from this instant on.
             * @example 2027-12-31T23:59:59.000Z
             */
            readonly RewardExpiration: string | null;
            /**
             * @description The price of one unit, in the first currency of the member's programme; empty if it is free.
             * @example 100
             */
            readonly RewardCost: string;
            /**
             * @description The number of days that a voucher is valid, at most until RewardExpiration; empty for no limit in days.
             * @example 30
             */
            readonly DaysAvailable: string;
            /** @description Always empty. */
            readonly Prices: readonly unknown[];
            /**
             * @description The stock that is left.
             * @example 9
             */
            readonly QuantityAvailable: number;
            /**
             * @description All stock that was ever added.
             * @example 10
             */
            readonly RewardQuantity: number;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "Open-Active" | "Resolved-Deleted";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly SegmentCase: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "SegmentCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example SEG-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description The segment's name.
             * @example Regulars
             */
            readonly Name: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description: string;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "New-Segment Case creation" | "Open-Active" | "Resolved-Inactive";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly EarningRule: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class": "EarningRule";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version": number;
            /**
             * @description The record's opaque ID.
             * @example RUL-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin: string;
            /**
             * @description The BusinessID of the rule's programme.
             * @example REWARDS
             */
            readonly ProgramBusinessID: string;
            /**
             * @description The rule's ID, which its programme never has again.
             * @example PASTRY2
             */
            readonly RuleID: string;
            /**
             * @description The rule's name, for people.
             * @example Double points on pastries
             */
            readonly Name: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description: string;
            /**
             * @description When the rule counts, which lines, and what it gives: as in a programme file, without id and name.
             * @example {
             *       "from": "2026-05-01T00:00",
             *       "where": {
             *         "category": [
             *           "Pastries"
             *         ]
             *       },
             *       "gives": {
             *         "multiplier": "2"
             *       }
             *     }
             */
            readonly Rule: {
                readonly from?: string;
                readonly to?: string;
                readonly where?: {
                    readonly day?: readonly ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[];
                    readonly time?: readonly [
                        string,
                        string
                    ];
                    readonly channel?: readonly string[];
                    readonly store?: readonly string[];
                    readonly segment?: readonly string[];
                    readonly tier?: readonly string[];
                    readonly joinedWithinDays?: number;
                    readonly category?: readonly string[];
                    readonly brand?: readonly string[];
                    readonly product?: readonly string[];
                };
                readonly except?: {
                    readonly category?: readonly string[];
                    readonly brand?: readonly string[];
                    readonly product?: readonly string[];
                };
                readonly minimumSpend?: string | number;
                readonly minimumQuantity?: string | number;
                readonly gives: {
                    readonly multiplier?: string | number;
                    readonly rate?: string | number;
                    readonly perQuantity?: string | number;
                    readonly bonus?: string | number;
                };
                readonly cap?: {
                    readonly points: string | number;
                    /** @enum {string} */
                    readonly per: "sale" | "day" | "week" | "month" | "quarter" | "year" | "campaign";
                };
                readonly every?: {
                    readonly quantity?: string | number;
                    readonly spend?: string | number;
                    readonly visits?: string | number;
                    /** @enum {string} */
                    readonly per: "day" | "week" | "month" | "quarter" | "year" | "campaign";
                    readonly times?: number;
                };
                readonly group?: string;
            };
            /**
             * Format: date-time
             * @description If the last edit of the rule is in force from an earlier time: sales made since then and not yet posted earn by it.
             * @example null
             */
            readonly InForceFrom: string | null;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status: "Open-Active" | "Resolved-Ended";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID: string;
            /** @description Always empty. */
            readonly pzCaseTypeID: string;
            /** @description Always empty. */
            readonly CaseSLAEventID: string;
            /** @description Always empty. */
            readonly pzActiveStates: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency: 10;
            /** @description Always empty. */
            readonly Assignments: readonly unknown[];
        };
        readonly LedgerEntryCaseRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "LedgerEntryCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example LED-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description What of this award is left to spend.
             * @example 120
             */
            readonly CurrencyAvailable?: number;
            /**
             * @description The amount; negative where points were taken.
             * @example 120
             */
            readonly CurrencyAwarded?: number;
            /**
             * @description What changed the balance.
             * @example Sale
             * @enum {string}
             */
            readonly Type?: "Sale" | "Return" | "Adjustment" | "Redemption" | "Expiry" | "Cancellation" | "TransferOut" | "TransferIn";
            /**
             * @description The member.
             * @example {
             *       "@class": "Member",
             *       "ID": "MEM-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Member?: components["schemas"]["Reference"];
            /**
             * @description The balance right after the entry.
             * @example 120
             */
            readonly MemberBalance?: number;
            /**
             * @description The currency.
             * @example {
             *       "@class": "Currency",
             *       "ID": "CUR-01900000000070008000000000000002"
             *     }
             */
            readonly Currency?: components["schemas"]["Reference"];
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the award expires; null if it never does, or if points were taken.
             * @example 2027-12-01T00:00:00.000Z
             */
            readonly ExpirationDateTime?: string | null;
            /**
             * @description Counts the entries of a member and currency, without a gap.
             * @example 1
             */
            readonly Sequence?: number;
            /**
             * @description The record that caused the entry.
             * @example {
             *       "@class": "SaleCase",
             *       "ID": "SALE-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Source?: components["schemas"]["Reference"];
            /**
             * @description The `Reason` of an AddBalance; empty for other entries.
             * @example
             */
            readonly Reason?: string;
            /**
             * @description Why the entry has its amount.
             * @example {
             *       "base": 120,
             *       "lines": [
             *         0,
             *         1
             *       ],
             *       "rules": []
             *     }
             */
            readonly Why?: {
                /** @description What the programme's rate gives or takes; for an entry without lines, its amount. */
                readonly base: number;
                /** @description The lines of the sale that the base counted. */
                readonly lines: readonly number[];
                /** @description What each rule gave; 0 if its cap was full, or another rule of its group gave more. */
                readonly rules: readonly {
                    /** @description The rule's ID. */
                    readonly id: string;
                    /** @description The lines that it counted; absent if they are those of the base. */
                    readonly lines?: readonly number[];
                    /** @description Points; negative if they were taken. */
                    readonly points: number;
                }[];
                /** @description Only if lines named their original: what they took back of the points of that sale. */
                readonly returns?: readonly {
                    /** @description The ID of the sale. */
                    readonly sale: string;
                    readonly lines: readonly number[];
                    /** @description Points; negative if they were taken. */
                    readonly points: number;
                    /** @description The part of the points that the sale's own entry did not have: a repricing of the sale gave it, or other sales had filled its cap. */
                    readonly beyond?: number;
                    /** @description What of the points the programme's rate had given; only if rules counted for the sale. */
                    readonly base?: number;
                    /** @description What of the points each rule had given. */
                    readonly rules?: readonly {
                        readonly id: string;
                        /** @description Points; negative if they were taken. */
                        readonly points: number;
                    }[];
                    /** @description The amount that counted for a tier, if tiers count what is spent; negative. */
                    readonly spend?: number;
                }[];
                /** @description Only if rules name tiers: the member's tier, if it had one. */
                readonly tier?: string;
                /** @description Only if tiers count what is spent: what counted, without `returns`. */
                readonly spend?: number;
                /** @description Only if it moved running sums: the difference of what a sum is worth is given or taken. */
                readonly sums?: readonly {
                    /** @description The sum's name: `returns` is that of all return lines without a sale; others are those of rules, as `<rule or group>/<what it is worth>/<period>`. */
                    readonly key: string;
                    /** @description The sum before the entry: of `returns`, points before rounding. */
                    readonly before: number;
                    /** @description What the entry added. */
                    readonly value: number;
                }[];
                /** @description Only if AddBalance had one: its `Reason`. */
                readonly reason?: string;
                /** @description Only of an Expiry after a Cancellation: the entry of the last award that had expired. */
                readonly award?: string;
            };
        };
        readonly MemberBalanceRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "MemberBalance";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example BAL-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The record's name.
             * @example Example
             */
            readonly Name?: string;
            /**
             * @description The member.
             * @example {
             *       "@class": "Member",
             *       "ID": "MEM-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Member?: components["schemas"]["Reference"];
            /**
             * @description The currency.
             * @example {
             *       "@class": "Currency",
             *       "ID": "CUR-01900000000070008000000000000002"
             *     }
             */
            readonly Currency?: components["schemas"]["Reference"];
            /**
             * @description What the member holds; negative only after a return.
             * @example 120
             */
            readonly Balance?: number;
            /**
             * @description What the member can spend now: without points that are pending or held, or that have expired and are still in the balance.
             * @example 90
             */
            readonly BalanceAvailable?: number;
            /**
             * @description Points of sales that can be spent only when their return window ends.
             * @example 30
             */
            readonly BalancePending?: number;
            /**
             * @description Points that cannot be spent while returns wait for the sales that they name.
             * @example 0
             */
            readonly BalanceHeld?: number;
            /**
             * @description The points that expire next, if they are not spent; null if none will expire.
             * @example 20
             */
            readonly ExpiringNextAmount?: number | null;
            /**
             * Format: date-time
             * @description When they expire.
             * @example 2027-12-01T00:00:00.000Z
             */
            readonly ExpiringNextDateTime?: string | null;
            /**
             * Format: date-time
             * @description When the balance last changed; null if it never did.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string | null;
        };
        readonly MemberCardRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "MemberCard";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example CRD-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The key.
             * @example 4012-7781
             */
            readonly CardNumber?: string;
            /**
             * @description The member.
             * @example {
             *       "@class": "Member",
             *       "ID": "MEM-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Member?: components["schemas"]["Reference"];
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When it was removed: it is no key of the member any more. Null if it was not.
             * @example 2026-12-01T09:30:00.000Z
             */
            readonly RemoveDateTime?: string | null;
        };
        readonly ExpiringPointsRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "ExpiringPoints";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example EXP-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The member.
             * @example {
             *       "@class": "Member",
             *       "ID": "MEM-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Member?: components["schemas"]["Reference"];
            /**
             * @description The currency.
             * @example {
             *       "@class": "Currency",
             *       "ID": "CUR-01900000000070008000000000000002"
             *     }
             */
            readonly Currency?: components["schemas"]["Reference"];
            /**
             * Format: date-time
             * @description When the points expire.
             * @example 2027-12-01T00:00:00.000Z
             */
            readonly ExpirationDateTime?: string;
            /**
             * @description How many points expire.
             * @example 20
             */
            readonly Amount?: number;
        };
        readonly LedgerDayRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "LedgerDay";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example DAY-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The currency.
             * @example {
             *       "@class": "Currency",
             *       "ID": "CUR-01900000000070008000000000000002"
             *     }
             */
            readonly Currency?: components["schemas"]["Reference"];
            /**
             * Format: date
             * @description The day of posting, in the programme's time zone.
             * @example 2026-05-04
             */
            readonly Day?: string;
            /**
             * @description What changed the balances.
             * @example Sale
             */
            readonly Type?: string;
            /**
             * @description The number of entries.
             * @example 6000
             */
            readonly Count?: number;
            /**
             * @description The sum of their amounts; negative where points were taken.
             * @example 720000
             */
            readonly Sum?: number;
            /**
             * Format: date-time
             * @description When entries were last added to it.
             * @example 2026-05-04T14:35:00.000Z
             */
            readonly UpdateDateTime?: string;
        };
        readonly SaleReturnRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "SaleReturn";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example RET-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The return.
             * @example {
             *       "@class": "SaleCase",
             *       "ID": "SALE-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Return?: components["schemas"]["Reference"];
            /**
             * @description The position of the return's line in its SaleItems, from 0.
             * @example 0
             */
            readonly Line?: number;
            /**
             * @description The sale that is returned.
             * @example {
             *       "@class": "SaleCase",
             *       "ID": "SALE-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Original?: components["schemas"]["Reference"];
            /**
             * @description The position of the original's line in its SaleItems.
             * @example 0
             */
            readonly OriginalLine?: number;
            /**
             * @description The member of the original, who gives the points back.
             * @example {
             *       "@class": "Member",
             *       "ID": "MEM-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Member?: components["schemas"]["Reference"];
            /**
             * @description The currency of the points.
             * @example {
             *       "@class": "Currency",
             *       "ID": "CUR-01900000000070008000000000000002"
             *     }
             */
            readonly Currency?: components["schemas"]["Reference"];
            /**
             * @description The quantity that came back.
             * @example 1
             */
            readonly Quantity?: number;
            /**
             * @description The part of the original line's amount that came back.
             * @example 9.99
             */
            readonly TotalAmount?: number;
            /**
             * @description The points taken back.
             * @example 9
             */
            readonly Points?: number;
            /**
             * Format: date-time
             * @description When the return was posted.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
        };
        readonly SaleOutcomeRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "SaleOutcome";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example OUT-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The sale's status.
             * @example Resolved-Completed
             */
            readonly Status?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description What the sale gave its member, less what its returns took; 0 if nothing is posted.
             * @example 120
             */
            readonly Points?: number;
            /**
             * @description What the member holds now of the currency in which sales earn; null if the member is not registered.
             * @example 120
             */
            readonly Balance?: number | null;
            /**
             * @description What of it the member can spend now; null if the member is not registered.
             * @example 90
             */
            readonly BalanceAvailable?: number | null;
        };
        readonly SegmentMemberRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "SegmentMember";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example SGM-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The segment.
             * @example {
             *       "@class": "SegmentCase",
             *       "ID": "SEG-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Segment?: components["schemas"]["Reference"];
            /**
             * @description The member.
             * @example {
             *       "@class": "Member",
             *       "ID": "MEM-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Member?: components["schemas"]["Reference"];
            /**
             * Format: date-time
             * @description When the member was added.
             * @example 2026-05-04T09:30:00.000Z
             */
            readonly SinceDateTime?: string;
            /**
             * Format: date-time
             * @description When the member was removed, or the segment became inactive; null if the member is in it.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UntilDateTime?: string | null;
        };
        readonly SalePreviewRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "SalePreview";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example PRE-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description What the sale would give, all in all; negative if its returns take more.
             * @example 32
             */
            readonly Points?: number;
            /**
             * @description What the programme's rate gives for purchases, less what it takes for returns that name no sale.
             * @example 20
             */
            readonly Base?: number;
            /**
             * @description What the rules that hold for the sale give.
             * @example [
             *       {
             *         "ID": "COFFEE2",
             *         "Name": "Double points on coffee",
             *         "Lines": [
             *           1
             *         ],
             *         "Points": 12
             *       }
             *     ]
             */
            readonly Rules?: readonly {
                /** @description The rule's ID. */
                readonly ID: string;
                /** @description Its name; null if it has none. */
                readonly Name: string;
                /** @description The lines that count for it. */
                readonly Lines: readonly number[];
                /** @description What it gives; 0 if its cap is full, its step is not reached, or another rule of its group gives more. */
                readonly Points: number;
            }[];
            /**
             * @description Each line, and whether it counts.
             * @example [
             *       {
             *         "Line": 1,
             *         "Counts": true,
             *         "Why": "yes"
             *       }
             *     ]
             */
            readonly Lines?: readonly {
                /** @description A line's position in SaleItems, from 1. */
                readonly Line: number;
                /** @description Whether the programme's rate counts it. */
                readonly Counts: boolean;
                /** @description `yes`, or why it does not count, in words. */
                readonly Why: string;
            }[];
            /**
             * @description The member's tier at the sale; null if it has none.
             * @example null
             */
            readonly Tier?: string | null;
            /**
             * @description How the sale would move the running sums of capped rules and stamp cards.
             * @example [
             *       {
             *         "RuleID": "CARD",
             *         "Before": 7,
             *         "After": 8,
             *         "Of": 10
             *       }
             *     ]
             */
            readonly Sums?: readonly {
                /** @description The rule or, if a group has the cap, the group. */
                readonly RuleID: string;
                /** @description The running sum of the member now. */
                readonly Before: number;
                /** @description The sum after the sale. */
                readonly After: number;
                /** @description The points of the cap, or the size of a step. */
                readonly Of: number;
            }[];
            /**
             * @description The note that the sale would get. If it would be rejected, its reason; all points are 0 then.
             * @example
             */
            readonly Note?: string;
        };
        readonly RuleProgressRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "RuleProgress";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example RUP-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The rule's ID.
             * @example CARD
             */
            readonly RuleID?: string;
            /**
             * @description Its name; null if it has none.
             * @example Coffee card
             */
            readonly Name?: string | null;
            /**
             * @description The present period: `2026-05-04`, `2026-W19`, `2026-05`, `2026-Q2` or `2026`; empty for a whole campaign.
             * @example 2026-W19
             */
            readonly Period?: string;
            /**
             * @description Of a cap, the points that are used up. Of a stamp card, the stamps on the present card; equal to `Of` once no further card gives points.
             * @example 7
             */
            readonly Value?: number;
            /**
             * @description The points of the cap, or the stamps of a card.
             * @example 10
             */
            readonly Of?: number;
            /**
             * @description What the rule has given in the period.
             * @example 100
             */
            readonly Points?: number;
            /**
             * @description What is left: points until the cap is full, or stamps until the card is.
             * @example 3
             */
            readonly Left?: number;
        };
        readonly MemberTierRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "MemberTier";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example MTI-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The name of the currency whose points count.
             * @example Points
             */
            readonly Currency?: string;
            /**
             * @description The member's tier; null if it has none.
             * @example Silver
             */
            readonly Tier?: string | null;
            /**
             * @description The present period: `2026`, `2026-Q2` or `2026-05`.
             * @example 2026
             */
            readonly Period?: string;
            /**
             * @description What counted in the present period. Negative if more was returned than bought.
             * @example 620
             */
            readonly Progress?: number;
            /**
             * @description The first level above the progress; null if the highest is reached.
             * @example Gold
             */
            readonly NextTier?: string | null;
            /**
             * @description What is missing to it.
             * @example 1380
             */
            readonly ToNext?: number | null;
            /**
             * Format: date-time
             * @description Until when the member has the tier, if nothing counts any more; null without a tier.
             * @example 2028-01-01T00:00:00.000Z
             */
            readonly ValidUntilDateTime?: string | null;
        };
        readonly TierChangeRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "TierChange";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example TIC-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The member.
             * @example {
             *       "@class": "Member",
             *       "ID": "MEM-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Member?: components["schemas"]["Reference"];
            /**
             * @description The currency whose points count.
             * @example {
             *       "@class": "Currency",
             *       "ID": "CUR-01900000000070008000000000000002"
             *     }
             */
            readonly Currency?: components["schemas"]["Reference"];
            /**
             * @description The tier before the change; null if the member had none.
             * @example Silver
             */
            readonly FromTier?: string | null;
            /**
             * @description The tier after the change; null if the member then has none.
             * @example Silver
             */
            readonly ToTier?: string | null;
            /**
             * Format: date-time
             * @description When it was posted; of a tier that ran out, when the service saw it.
             * @example 2026-05-04T09:30:00.000Z
             */
            readonly ChangeDateTime?: string;
            /**
             * @description The sale or return that caused it; null if the tier ran out, or was counted anew.
             * @example {
             *       "@class": "SaleCase",
             *       "ID": "SALE-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Sale?: components["schemas"]["Reference"] | null;
        };
        readonly HistoryEntryRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "HistoryEntry";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example HIS-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The object that was changed.
             * @example {
             *       "@class": "Member",
             *       "ID": "MEM-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Object?: components["schemas"]["Reference"];
            /**
             * @description The `@version` that the change gave the object.
             * @example 2
             */
            readonly ObjectVersion?: number;
            /**
             * @description The action, or the step of a worker or an operator.
             * @example Edit
             */
            readonly Action?: string;
            /**
             * @description The changed field; null if the change affected no field.
             * @example Status
             */
            readonly Field?: string | null;
            /**
             * @description The value before the change; null if it was unset, or if the field is personal data.
             * @example Open-Active
             */
            readonly From?: string | null;
            /**
             * @description The value after the change; null if it is unset, or if the field is personal data.
             * @example Resolved-Deleted
             */
            readonly To?: string | null;
            /**
             * @description The change as one sentence.
             * @example Edit: Name changed from "Corner shop" to "Main Street".
             */
            readonly MessageText?: string;
            /**
             * @description The user who made the change; equal to CreateUserID.
             * @example api
             */
            readonly PerformerUserName?: string;
            /**
             * @description The note of the change; null if it was not kept.
             * @example Sale accepted for processing.
             */
            readonly ConfirmationNote?: string | null;
            /**
             * Format: date-time
             * @description When the change was made; null if the time was not kept, as when a waiting sale continued.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string | null;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
        };
        readonly EventRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "Event";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example EVT-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description Its kind.
             * @example sale.completed
             */
            readonly Type?: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly Timestamp?: string;
            /**
             * @description Its number: 1 for the first event of all, without a gap.
             * @example 4711
             */
            readonly Sequence?: number;
            /**
             * @description The place after it, for `After`.
             * @example AAAAAAAAEmeSo1cP
             */
            readonly Position?: string;
            /**
             * @description What it is about. `sequence` is the event's number, `ID` the record's; the rest depends on the kind (docs/events.md).
             * @example {
             *       "sequence": 4711,
             *       "ID": "SALE-01a1fe4e5130747296a822878b7abcfa",
             *       "Status": "Resolved-Completed"
             *     }
             */
            readonly Data?: {
                readonly sequence: number;
                readonly ID: string;
            } & {
                readonly [key: string]: unknown;
            };
        };
        readonly ProgramRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "Program";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example PRG-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The record's name.
             * @example Example
             */
            readonly Name?: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string;
            /**
             * @description The programme's currencies, the first of which sales earn in.
             * @example [
             *       {
             *         "@class": "Currency",
             *         "ID": "CUR-01900000000070008000000000000002"
             *       }
             *     ]
             */
            readonly Currencies?: readonly components["schemas"]["Reference"][];
            /**
             * @description The programme's time zone.
             * @example Europe/Berlin
             */
            readonly TimeZoneText?: string;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @example Open-Active
             */
            readonly Status?: string;
            /**
             * @description The programme's business key.
             * @example REWARDS
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /** @description The result of the last step, for people; a refusal begins with its code. */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly CurrencyRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "Currency";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example CUR-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The record's name.
             * @example Example
             */
            readonly Name?: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string;
            /**
             * @description The programme.
             * @example {
             *       "@class": "Program",
             *       "ID": "PRG-01900000000070008000000000000001"
             *     }
             */
            readonly Program?: components["schemas"]["Reference"];
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
        };
        readonly SaleCaseRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "SaleCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example SALE-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin?: string;
            /**
             * @description The sale's idempotency key, unique in the whole service; it never expires. The same key with the same content gets the first answer again and earns no second time.
             * @example POS-7-000123
             */
            readonly ExternalID?: string;
            /**
             * @description The channel that the sale came through.
             * @example STORE
             */
            readonly SaleChannelCode?: string;
            /**
             * @description The point of sale.
             * @example TILL-3
             */
            readonly PointOfSaleID?: string;
            /** @description The lines of the sale. */
            readonly SaleItems?: readonly {
                /**
                 * @description The product's business key.
                 * @example P-COFFEE
                 */
                readonly ProductCode: string;
                /**
                 * @description The number of units, or the amount by weight. Negative for a return or a void; 0 for a reduction, such as a discount. At most 4 decimals.
                 * @example 2
                 */
                readonly Quantity: number;
                /**
                 * @description The line's total price. Negative for a return, like its quantity, and for a reduction. At most 4 decimals.
                 * @example 19.98
                 */
                readonly TotalAmount: number;
                /**
                 * @description Only on a return or a reduction: the business key of the sale whose goods come back, or whose price is lowered. The line then takes back exactly what that earned. It cannot be this sale's own key.
                 * @example POS-7-000101
                 */
                readonly OriginalSaleExternalID?: string;
                /**
                 * @description Only on a return that names its sale: the position in it, from 1, of the line that comes back, if the sale has several lines of the product.
                 * @example 2
                 */
                readonly OriginalLine?: number;
            }[];
            /**
             * Format: date-time
             * @description When the sale was made. A time after the sale's acceptance counts as its acceptance.
             * @example 2026-11-21T13:31:48.000Z
             */
            readonly SaleDateTime?: string;
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID?: string;
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode?: string;
            /**
             * @description The record's name.
             * @constant
             */
            readonly Name?: "Sale";
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "Pending-Ready To Process" | "Resolved-Completed" | "Resolved-Rejected" | "Pending-Awaiting Reference";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly RedemptionCaseRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "RedemptionCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example RED-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin?: string;
            /**
             * @description The redemption's optional idempotency key: the same key with the same content gets the first answer again.
             * @example APP-000042
             */
            readonly ExternalID?: string;
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID?: string;
            /** @description What is redeemed: one voucher a line. */
            readonly RedemptionItems?: readonly {
                /**
                 * @description The number of units. A whole number of 1 or more, as a string.
                 * @example 1
                 */
                readonly Quantity: string;
                /**
                 * @description The ExternalID of the reward.
                 * @example R-MUG
                 */
                readonly RewardExternalID: string;
                /**
                 * @description The voucher code to use; empty to have one minted. A code of more than blanks and dashes, without control characters.
                 * @example
                 */
                readonly VoucherCode: string;
            }[];
            /**
             * @description Why it was cancelled; empty if its Cancel gave no reason.
             * @example Wrong size
             */
            readonly CancelReason?: string;
            /**
             * @description The record's name.
             * @constant
             */
            readonly Name?: "Redemption";
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "Open-Ready To Process" | "Resolved-Completed" | "Resolved-Rejected" | "Resolved-Cancelled";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly RedemptionItemCaseRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "RedemptionItemCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example ITEM-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The record's name.
             * @example Example
             */
            readonly Name?: string;
            /**
             * @description The number of units.
             * @example 1
             */
            readonly Quantity?: number;
            /**
             * @description The points that it cost, and that its Cancel gives back.
             * @example 100
             */
            readonly Cost?: number;
            /**
             * @description The reward.
             * @example {
             *       "@class": "Reward",
             *       "ID": "REW-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Reward?: components["schemas"]["Reference"];
            /**
             * @description The redemption that it came from.
             * @example {
             *       "@class": "RedemptionCase",
             *       "ID": "RED-01a1fe4e5130747296a822878b7abcfa"
             *     }
             */
            readonly Redemption?: components["schemas"]["Reference"];
            /**
             * @description The voucher's code.
             * @example X3AJA-GKMAR-5C5P
             */
            readonly VoucherCode?: string;
            /**
             * Format: date-time
             * @description The voucher is refused from this instant on; null if it does not expire.
             * @example 2026-12-21T13:31:49.313Z
             */
            readonly ExpirationDateTime?: string | null;
            /**
             * @description Who holds the lock, such as a till. Empty while it is not locked, or if its Lock named nobody.
             * @example TILL-7
             */
            readonly LockedBy?: string;
            /**
             * Format: date-time
             * @description The lock ends by itself at this instant; null while it is not locked, or if its Lock has no end.
             * @example 2026-11-21T13:46:49.313Z
             */
            readonly LockedUntilDateTime?: string | null;
            /**
             * @description Why it was cancelled; empty if its Cancel gave no reason.
             * @example Wrong size
             */
            readonly CancelReason?: string;
            /**
             * @description Always false.
             * @constant
             */
            readonly IsInstantRedemption?: false;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "Open-Available With Expiry" | "Open-Active" | "Resolved-Completed" | "Resolved-Cancelled" | "Resolved-Expired";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly StoreRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "Store";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example STO-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin?: string;
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode?: string;
            /**
             * @description The store's name.
             * @example Main Street
             */
            readonly Name?: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string;
            /**
             * @description Whether sales of this store earn points.
             * @example true
             */
            readonly IsParticipating?: boolean;
            /** @description Where the store is. */
            readonly Address?: {
                /**
                 * @description The class of the record.
                 * @constant
                 */
                readonly "@class": "LocationAddress";
                /** @description The record's opaque ID. */
                readonly ID: string;
                /**
                 * @description Street and number.
                 * @example Main Street 1
                 */
                readonly Street: string;
                /**
                 * @description City.
                 * @example Springfield
                 */
                readonly City: string;
                /**
                 * @description State or province.
                 * @example IL
                 */
                readonly StateProvince: string;
                /**
                 * @description Country.
                 * @example US
                 */
                readonly Country: string;
                /**
                 * @description Postal code.
                 * @example 62701
                 */
                readonly PostalCode: string;
            };
            /**
             * @description Always `Active`.
             * @constant
             */
            readonly StoreStatus?: "Active";
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "Open-Active";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly MemberRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "Member";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example MEM-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin?: string;
            /**
             * @description The member's business key: `MemberExternalID` elsewhere.
             * @example M-1001
             */
            readonly ExternalID?: string;
            /**
             * Format: date
             * @description The member's day of birth.
             * @example 1990-05-17
             */
            readonly DateOfBirth?: string | null;
            /**
             * @description Where the member gets mail.
             * @example ada@example.com
             */
            readonly EmailAddress?: string;
            /**
             * @description The member's name.
             * @example Ada Example
             */
            readonly FullName?: string;
            /**
             * @description The member's mobile number.
             * @example 491700000000
             */
            readonly MobileNumber?: string;
            /**
             * Format: date-time
             * @description When the member joined.
             * @example 2026-01-15T09:30:00.000Z
             */
            readonly JoinDateTime?: string | null;
            /**
             * @description The BusinessID of the member's programme.
             * @example REWARDS
             */
            readonly ProgramBusinessID?: string;
            /**
             * @description The record's name.
             * @example Example
             */
            readonly Name?: string;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "Open-Active" | "Open-Blocked" | "Resolved-Merged";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly ProductRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "Product";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example PRO-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin?: string;
            /**
             * @description The product's name.
             * @example Ground coffee, 500 g
             */
            readonly Name?: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string;
            /**
             * @description The product's business key.
             * @example P-COFFEE
             */
            readonly ProductCode?: string;
            /**
             * @description The product's brand.
             * @example Roastery
             */
            readonly Brand?: string;
            /**
             * @description The product's category.
             * @example Beverages
             */
            readonly Category?: string;
            /**
             * @description Whether the product earns points.
             * @example true
             */
            readonly Incentivizable?: boolean;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "Open-Active" | "Resolved-Deleted";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly RewardRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "Reward";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example REW-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin?: string;
            /**
             * @description The reward's name.
             * @example Coffee mug
             */
            readonly Name?: string;
            /**
             * @description The reward's business key: `RewardExternalID` elsewhere.
             * @example R-MUG
             */
            readonly ExternalID?: string;
            /**
             * @description `stock_control`: vouchers are limited by the stock. Stock is not counted for other types.
             * @example stock_control
             */
            readonly RewardType?: string;
            /**
             * Format: date-time
             * @description The reward cannot be redeemed from this instant on.
             * @example 2027-12-31T23:59:59.000Z
             */
            readonly RewardExpiration?: string | null;
            /**
             * @description The price of one unit, in the first currency of the member's programme; empty if it is free.
             * @example 100
             */
            readonly RewardCost?: string;
            /**
             * @description The number of days that a voucher is valid, at most until RewardExpiration; empty for no limit in days.
             * @example 30
             */
            readonly DaysAvailable?: string;
            /** @description Always empty. */
            readonly Prices?: readonly unknown[];
            /**
             * @description The stock that is left.
             * @example 9
             */
            readonly QuantityAvailable?: number;
            /**
             * @description All stock that was ever added.
             * @example 10
             */
            readonly RewardQuantity?: number;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "Open-Active" | "Resolved-Deleted";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly SegmentCaseRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "SegmentCase";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example SEG-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description The segment's name.
             * @example Regulars
             */
            readonly Name?: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "New-Segment Case creation" | "Open-Active" | "Resolved-Inactive";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly EarningRuleRow: {
            /**
             * @description The class of the record.
             * @constant
             */
            readonly "@class"?: "EarningRule";
            /**
             * @description Starts at 1; every change of the record adds 1.
             * @example 1
             */
            readonly "@version"?: number;
            /**
             * @description The record's opaque ID.
             * @example RUL-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ID?: string;
            /**
             * @description Where the record comes from.
             * @example API
             */
            readonly Origin?: string;
            /**
             * @description The BusinessID of the rule's programme.
             * @example REWARDS
             */
            readonly ProgramBusinessID?: string;
            /**
             * @description The rule's ID, which its programme never has again.
             * @example PASTRY2
             */
            readonly RuleID?: string;
            /**
             * @description The rule's name, for people.
             * @example Double points on pastries
             */
            readonly Name?: string;
            /**
             * @description A description for people.
             * @example Open from 7 to 21
             */
            readonly Description?: string;
            /**
             * @description When the rule counts, which lines, and what it gives: as in a programme file, without id and name.
             * @example {
             *       "from": "2026-05-01T00:00",
             *       "where": {
             *         "category": [
             *           "Pastries"
             *         ]
             *       },
             *       "gives": {
             *         "multiplier": "2"
             *       }
             *     }
             */
            readonly Rule?: {
                readonly from?: string;
                readonly to?: string;
                readonly where?: {
                    readonly day?: readonly ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[];
                    readonly time?: readonly [
                        string,
                        string
                    ];
                    readonly channel?: readonly string[];
                    readonly store?: readonly string[];
                    readonly segment?: readonly string[];
                    readonly tier?: readonly string[];
                    readonly joinedWithinDays?: number;
                    readonly category?: readonly string[];
                    readonly brand?: readonly string[];
                    readonly product?: readonly string[];
                };
                readonly except?: {
                    readonly category?: readonly string[];
                    readonly brand?: readonly string[];
                    readonly product?: readonly string[];
                };
                readonly minimumSpend?: string | number;
                readonly minimumQuantity?: string | number;
                readonly gives: {
                    readonly multiplier?: string | number;
                    readonly rate?: string | number;
                    readonly perQuantity?: string | number;
                    readonly bonus?: string | number;
                };
                readonly cap?: {
                    readonly points: string | number;
                    /** @enum {string} */
                    readonly per: "sale" | "day" | "week" | "month" | "quarter" | "year" | "campaign";
                };
                readonly every?: {
                    readonly quantity?: string | number;
                    readonly spend?: string | number;
                    readonly visits?: string | number;
                    /** @enum {string} */
                    readonly per: "day" | "week" | "month" | "quarter" | "year" | "campaign";
                    readonly times?: number;
                };
                readonly group?: string;
            };
            /**
             * Format: date-time
             * @description If the last edit of the rule is in force from an earlier time: sales made since then and not yet posted earn by it.
             * @example null
             */
            readonly InForceFrom?: string | null;
            /**
             * Format: date-time
             * @description When the record was made.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly CreateDateTime?: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T13:31:49.313Z
             */
            readonly UpdateDateTime?: string;
            /**
             * @description Who made the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly CreateUser?: components["schemas"]["Reference"];
            /**
             * @description Who last changed the record.
             * @example {
             *       "@class": "User",
             *       "ID": "USR-api"
             *     }
             */
            readonly UpdateUser?: components["schemas"]["Reference"];
            /**
             * @description Who made the record, by name.
             * @example api
             */
            readonly CreateUserID?: string;
            /**
             * @description Who last changed the record, by name.
             * @example api
             */
            readonly UpdateUserID?: string;
            /**
             * @description The product's name.
             * @constant
             */
            readonly ApplicationName?: "Rewards";
            /**
             * @description The product's version.
             * @constant
             */
            readonly ApplicationVersion?: "0.1.0";
            /**
             * @description Equal to `@version`.
             * @example 1
             */
            readonly HistoryCounter?: number;
            /**
             * @description `<category>-<stage name>`.
             * @enum {string}
             */
            readonly Status?: "Open-Active" | "Resolved-Ended";
            /**
             * @description A short ID that the service gives.
             * @example SALE-1042
             */
            readonly BusinessID?: string;
            /** @description Always empty. */
            readonly pzCaseTypeID?: string;
            /** @description Always empty. */
            readonly CaseSLAEventID?: string;
            /** @description Always empty. */
            readonly pzActiveStates?: readonly unknown[];
            /**
             * @description The status after its hyphen, in CamelCase.
             * @example Active
             */
            readonly CurrentStageID?: string;
            /**
             * @description The status after its hyphen.
             * @example Active
             */
            readonly CurrentStageName?: string;
            /**
             * @description The result of the last step, for people; a refusal begins with its code.
             * @example
             */
            readonly ConfirmationNote?: string;
            /**
             * @description Always 10.
             * @constant
             */
            readonly Urgency?: 10;
            /** @description Always empty. */
            readonly Assignments?: readonly unknown[];
        };
        readonly SaleCaseInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "SaleCase";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["SaleCase"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly RedemptionCaseInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "RedemptionCase";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["RedemptionCase"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly RedemptionItemCaseInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "RedemptionItemCase";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["RedemptionItemCase"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly StoreInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "Store";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["Store"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly MemberInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "Member";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["Member"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly ProductInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "Product";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["Product"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly RewardInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "Reward";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["Reward"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly SegmentCaseInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "SegmentCase";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["SegmentCase"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly EarningRuleInfo: {
            readonly ID: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly objectTypeID: "EarningRule";
            readonly status: string;
            readonly businessID: string;
            /** Format: date-time */
            readonly createTime: string;
            readonly createdBy: string;
            readonly content: components["schemas"]["EarningRule"];
            /** @description The actions that the object's status allows. */
            readonly availableActions: readonly {
                readonly ID: components["schemas"]["ActionName"];
                readonly name: string;
            }[];
        };
        readonly ObjectInfo: components["schemas"]["SaleCaseInfo"] | components["schemas"]["RedemptionCaseInfo"] | components["schemas"]["RedemptionItemCaseInfo"] | components["schemas"]["StoreInfo"] | components["schemas"]["MemberInfo"] | components["schemas"]["ProductInfo"] | components["schemas"]["RewardInfo"] | components["schemas"]["SegmentCaseInfo"] | components["schemas"]["EarningRuleInfo"];
        readonly ObjectAnswer: {
            readonly data: {
                readonly objectInfo: components["schemas"]["ObjectInfo"];
            };
        };
        /** @enum {string} */
        readonly ActionName: "Cancel" | "Lock" | "Unlock" | "Use" | "Edit" | "AddBalance" | "AddCard" | "RemoveCard" | "Merge" | "Block" | "Unblock" | "DeleteObject" | "AddRewardStock" | "AddMembers" | "RemoveMembers" | "MarkAsInactive" | "End";
        readonly ActionField: {
            /** @description `Name`, or `Address.City` within a page. */
            readonly name: string;
            readonly type: string;
            readonly required: boolean;
            /** @description The object's present value, if the action would change it. */
            readonly value?: string | number | boolean | Record<string, never> | null;
        };
        readonly ActionAnswer: {
            readonly data: {
                readonly objectInfo: components["schemas"]["ObjectInfo"];
                readonly action: {
                    readonly ID: components["schemas"]["ActionName"];
                    readonly name: string;
                    readonly fields: readonly components["schemas"]["ActionField"][];
                };
            };
            /** @description The same fields as a form, for clients that render forms. */
            readonly uiResources?: Record<string, never>;
        };
        readonly LedgerEntriesBetweenDatesParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
            /**
             * @description From this instant on, included.
             * @example 2026-01-01T00:00:00.000Z
             */
            readonly FromDateTime: string;
            /**
             * @description Up to this instant, included.
             * @example 2099-12-31T23:59:59.999Z
             */
            readonly ToDateTime: string;
        };
        readonly MemberBalancesParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
        };
        readonly MemberCardsParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
        };
        readonly ExpiringPointsParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
        };
        readonly ExpiringPointsBetweenParameters: {
            /**
             * @description From this instant on, included.
             * @example 2026-01-01T00:00:00.000Z
             */
            readonly FromDateTime: string;
            /**
             * @description Up to this instant, included.
             * @example 2099-12-31T23:59:59.999Z
             */
            readonly ToDateTime: string;
        };
        readonly ReturnsBySaleParameters: {
            /**
             * @description The business key of the sale that is returned.
             * @example POS-7-000123
             */
            readonly ExternalID: string;
        };
        readonly SaleOutcomeParameters: {
            /**
             * @description The sale's ID. An object's ID.
             * @example SALE-01a1fe4e5130747296a822878b7abcfa
             */
            readonly SaleID: string;
        };
        readonly SegmentMembersParameters: {
            /**
             * @description The segment's ID. An object's ID.
             * @example SEG-01a1fe4e5130747296a822878b7abcfa
             */
            readonly SegmentID: string;
        };
        readonly SegmentsByMemberParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
        };
        readonly PreviewSaleParameters: {
            /**
             * @description The ExternalID of the member. Left out if ProgramBusinessID is given.
             * @default
             * @example M-1001
             */
            readonly MemberExternalID?: string | null | undefined;
            /**
             * @description Instead of a member: the BusinessID of the programme. The answer is for somebody who joins with this sale.
             * @example REWARDS
             */
            readonly ProgramBusinessID?: string | null | undefined;
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode: string;
            /**
             * @description The channel that the sale came through.
             * @default
             * @example STORE
             */
            readonly SaleChannelCode?: string | null | undefined;
            /**
             * @description When the sale is made; now, if it is left out. A later time counts as now.
             * @example 2026-11-21T13:31:48.000Z
             */
            readonly SaleDateTime?: string | null | undefined;
            /** @description The lines of the sale. */
            readonly SaleItems: readonly {
                /**
                 * @description The product's business key.
                 * @example P-COFFEE
                 */
                readonly ProductCode: string;
                /**
                 * @description The number of units, or the amount by weight. Negative for a return or a void; 0 for a reduction, such as a discount. At most 4 decimals.
                 * @example 2
                 */
                readonly Quantity: number;
                /**
                 * @description The line's total price. Negative for a return, like its quantity, and for a reduction. At most 4 decimals.
                 * @example 19.98
                 */
                readonly TotalAmount: number;
                /**
                 * @description Only on a return or a reduction: the business key of the sale whose goods come back, or whose price is lowered. The line then takes back exactly what that earned. It cannot be this sale's own key.
                 * @example POS-7-000101
                 */
                readonly OriginalSaleExternalID?: string | null | undefined;
                /**
                 * @description Only on a return that names its sale: the position in it, from 1, of the line that comes back, if the sale has several lines of the product.
                 * @example 2
                 */
                readonly OriginalLine?: number | null | undefined;
            }[];
        };
        readonly RuleProgressParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
        };
        readonly MemberTiersParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
        };
        readonly TierChangesByMemberParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
        };
        readonly ObjectHistoryParameters: {
            /**
             * @description The ID of the object. An object's ID.
             * @example MEM-01a1fe4e5130747296a822878b7abcfa
             */
            readonly ObjectID: string;
        };
        readonly EventsSinceParameters: {
            /**
             * @description The kinds to read.
             * @example [
             *       "sale.completed",
             *       "balance.changed"
             *     ]
             */
            readonly Kinds: readonly ("sale.accepted" | "sale.completed" | "sale.rejected" | "sale.awaiting" | "redemption.completed" | "redemption.rejected" | "redemption.cancelled" | "voucher.locked" | "voucher.unlocked" | "voucher.used" | "voucher.cancelled" | "voucher.expired" | "member.created" | "member.merged" | "balance.changed" | "points.expiring" | "points.expired" | "tier.changed" | "reward.out_of_stock" | "segment.changed" | "dead_letter.created")[];
            /**
             * @description `NextPosition` of the answer before, or the `Position` of an event. Left out: from the first event that is kept.
             * @example AAAAAAAAEmeSo1cP
             */
            readonly After?: string | null | undefined;
            /**
             * @description `end`: only what happens from now on. Not together with After.
             * @example end
             * @enum {string|null}
             */
            readonly From?: "end" | null | undefined;
        };
        readonly GetSaleByBusinessKeysParameters: {
            /**
             * @description The sale's idempotency key, unique in the whole service; it never expires. The same key with the same content gets the first answer again and earns no second time.
             * @example POS-7-000123
             */
            readonly ExternalID: string;
        };
        readonly GetRedemptionByBusinessKeysParameters: {
            /**
             * @description The redemption's optional idempotency key: the same key with the same content gets the first answer again.
             * @example APP-000042
             */
            readonly ExternalID: string;
        };
        readonly RedemptionItemsByVoucherCodeParameters: {
            /**
             * @description A voucher's code; case, white space, dashes and invisible characters are ignored.
             * @example X3AJA-GKMAR-5C5P
             */
            readonly "Voucher Code": string;
        };
        readonly RedemptionItemsByMemberParameters: {
            /**
             * @description The ExternalID of the member.
             * @example M-1001
             */
            readonly MemberExternalID: string;
        };
        readonly GetStoreByBusinessKeysParameters: {
            /**
             * @description The store's business key.
             * @example S-042
             */
            readonly StoreCode: string;
        };
        readonly GetMemberByBusinessKeysParameters: {
            /**
             * @description The member's business key: `MemberExternalID` elsewhere.
             * @example M-1001
             */
            readonly ExternalID: string;
        };
        readonly GetProductByBusinessKeysParameters: {
            /**
             * @description The product's business key.
             * @example P-COFFEE
             */
            readonly ProductCode: string;
        };
        readonly GetRewardByBusinessKeysParameters: {
            /**
             * @description The reward's business key: `RewardExternalID` elsewhere.
             * @example R-MUG
             */
            readonly ExternalID: string;
        };
        readonly SegmentsByNameParameters: {
            /**
             * @description The segment's name.
             * @example Regulars
             */
            readonly Name: string;
        };
        readonly EarningRulesByProgrammeParameters: {
            /**
             * @description The BusinessID of the rule's programme.
             * @example REWARDS
             */
            readonly ProgramBusinessID: string;
        };
        readonly FilterCondition: {
            readonly lhs: {
                /** @description A field, or a path through a reference or an embedded page: `Member.ExternalID`. */
                readonly field: string;
            };
            /** @enum {string} */
            readonly comparator: "EQ" | "NEQ" | "IN" | "NOT_IN" | "GT" | "GTE" | "LT" | "LTE" | "IS_NULL" | "IS_NOT_NULL" | "ISNULL" | "ISNOTNULL" | "STARTS_WITH" | "NOT_STARTS_WITH" | "ENDS_WITH" | "NOT_ENDS_WITH" | "CONTAINS" | "NOT_CONTAINS" | "IS_TRUE" | "IS_FALSE";
            /** @description The value to compare with. `IN` and `NOT_IN` take a list, as `value` or `values`; `IS_…` takes none. */
            readonly rhs?: {
                readonly value?: string | number | boolean | null | readonly (string | number | boolean | null)[] | undefined;
                readonly values?: readonly (string | number | boolean | null)[] | undefined;
                readonly field?: null | undefined;
            } | null | undefined;
            /** @default false */
            readonly ignoreCase?: boolean | null | undefined;
        };
        readonly Query: {
            /** @description The fields to return; default: all fields. ID, @version and @class are always included. */
            readonly select?: readonly ({
                /** @description A field, or a path through a reference or an embedded page: `Member.ExternalID`. */
                readonly field: string;
            } | {
                /** @description The name of an aggregation. */
                readonly aggregation: string;
                readonly field?: null | undefined;
            })[] | null | undefined;
            readonly filter?: {
                /** @description Each condition under the name that `logic` uses for it. */
                readonly filterConditions: {
                    readonly [key: string]: components["schemas"]["FilterCondition"];
                };
                /**
                 * @description Combines the names of the conditions with `AND`, `OR`, `NOT` and parentheses. Default: all conditions must hold.
                 * @example F1 AND (F2 OR F3)
                 */
                readonly logic?: string | null | undefined;
            } | null | undefined;
            readonly sortBy?: readonly ({
                /** @description A field, or a path through a reference or an embedded page: `Member.ExternalID`. */
                readonly field: string;
                /** @enum {string|null} */
                readonly type?: "ASC" | "DESC" | null | undefined;
            } | {
                /** @description The name of an aggregation. */
                readonly aggregation: string;
                readonly field?: null | undefined;
                /** @enum {string|null} */
                readonly type?: "ASC" | "DESC" | null | undefined;
            })[] | null | undefined;
            /** @default false */
            readonly distinctResultsOnly?: boolean | null | undefined;
            /** @description Each aggregation under the name that `select` and `sortBy` use for it. Rows are grouped by the selected fields. */
            readonly aggregations?: {
                readonly [key: string]: {
                    /** @description A field, or a path through a reference or an embedded page: `Member.ExternalID`. */
                    readonly field: string;
                    /** @enum {string} */
                    readonly summaryFunction: "COUNT" | "DISTINCT_COUNT" | "MIN" | "MAX" | "SUM" | "AVG";
                };
            } | null | undefined;
            /**
             * @description The same as `includeTotalCount` next to `query`.
             * @default false
             */
            readonly includeTotalCount?: boolean | null | undefined;
            /** @description Some clients send this member empty. Calculations are not supported. */
            readonly calculations?: Record<string, never> | null | undefined;
            /**
             * @description Some clients send null or false here. Send `paging` next to `query` instead.
             * @enum {unknown}
             */
            readonly paging?: null | false | undefined;
        };
        /** @description Either pages (`pageNumber` or `nextPageToken`, and `pageSize`) or the first records (`maxResultsToFetch`), not both. */
        readonly Paging: {
            /** @default 1 */
            readonly pageNumber?: number | null | undefined;
            /** @default 100 */
            readonly pageSize?: number | null | undefined;
            /** @default 5000 */
            readonly maxResultsToFetch?: number | null | undefined;
            /** @description The `nextPageToken` of the previous page; replaces `pageNumber`. */
            readonly nextPageToken?: string | null | undefined;
            /**
             * @description The same as `includeTotalCount` next to `paging`.
             * @default false
             */
            readonly includeTotalCount?: boolean | null | undefined;
        };
        readonly LedgerEntryCaseRows: {
            readonly data: readonly components["schemas"]["LedgerEntryCaseRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly MemberBalanceRows: {
            readonly data: readonly components["schemas"]["MemberBalanceRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly MemberCardRows: {
            readonly data: readonly components["schemas"]["MemberCardRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly ExpiringPointsRows: {
            readonly data: readonly components["schemas"]["ExpiringPointsRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly LedgerDayRows: {
            readonly data: readonly components["schemas"]["LedgerDayRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly SaleReturnRows: {
            readonly data: readonly components["schemas"]["SaleReturnRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly SaleOutcomeRows: {
            readonly data: readonly components["schemas"]["SaleOutcomeRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly SegmentMemberRows: {
            readonly data: readonly components["schemas"]["SegmentMemberRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly SalePreviewRows: {
            readonly data: readonly components["schemas"]["SalePreviewRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly RuleProgressRows: {
            readonly data: readonly components["schemas"]["RuleProgressRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly MemberTierRows: {
            readonly data: readonly components["schemas"]["MemberTierRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly TierChangeRows: {
            readonly data: readonly components["schemas"]["TierChangeRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly HistoryEntryRows: {
            readonly data: readonly components["schemas"]["HistoryEntryRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly EventRows: {
            readonly data: readonly components["schemas"]["EventRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
            /** @description For `After` of the next call. */
            readonly NextPosition: string;
            /**
             * Format: date-time
             * @description Since when all kinds of the call are written.
             */
            readonly WrittenSince: string;
        };
        readonly ProgramRows: {
            readonly data: readonly components["schemas"]["ProgramRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly CurrencyRows: {
            readonly data: readonly components["schemas"]["CurrencyRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly SaleCaseRows: {
            readonly data: readonly components["schemas"]["SaleCaseRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly RedemptionCaseRows: {
            readonly data: readonly components["schemas"]["RedemptionCaseRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly RedemptionItemCaseRows: {
            readonly data: readonly components["schemas"]["RedemptionItemCaseRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly StoreRows: {
            readonly data: readonly components["schemas"]["StoreRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly MemberRows: {
            readonly data: readonly components["schemas"]["MemberRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly ProductRows: {
            readonly data: readonly components["schemas"]["ProductRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly RewardRows: {
            readonly data: readonly components["schemas"]["RewardRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly SegmentCaseRows: {
            readonly data: readonly components["schemas"]["SegmentCaseRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        readonly EarningRuleRows: {
            readonly data: readonly components["schemas"]["EarningRuleRow"][];
            /** @description The number of records in `data`. */
            readonly resultCount: number;
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly fetchDateTime: string;
            /** @description Whether there are more records. */
            readonly hasMoreResults?: boolean;
            readonly pageNumber?: number;
            readonly pageSize?: number;
            /** @description Fetches the next page, as fast as the first one; absent on the last page. */
            readonly nextPageToken?: string;
            /** @description The number of all matching records, if `includeTotalCount` asked for it. */
            readonly totalCount?: number;
        };
        /** @enum {string} */
        readonly ViewName: "LedgerEntriesBetweenDates" | "MemberBalances" | "MemberCards" | "ExpiringPoints" | "ExpiringPointsBetween" | "LedgerTotalsByDay" | "ReturnsBySale" | "SaleOutcome" | "SegmentMembers" | "SegmentsByMember" | "PreviewSale" | "RuleProgress" | "MemberTiers" | "TierChangesByMember" | "ObjectHistory" | "EventsSince" | "ProgramList" | "CurrencyList" | "GetSaleByBusinessKeys" | "SaleList" | "GetRedemptionByBusinessKeys" | "RedemptionList" | "RedemptionItemsByVoucherCode" | "RedemptionItemsByMember" | "RedemptionItemList" | "GetStoreByBusinessKeys" | "StoreList" | "GetMemberByBusinessKeys" | "MemberList" | "GetProductByBusinessKeys" | "ProductList" | "GetRewardByBusinessKeys" | "RewardList" | "SegmentsByName" | "SegmentList" | "EarningRuleList" | "EarningRulesByProgramme";
        readonly ViewParameter: {
            readonly name: string;
            readonly type: string;
            readonly required: boolean;
        };
        readonly ViewList: {
            readonly data: readonly {
                readonly ID: components["schemas"]["ViewName"];
                readonly name: string;
                readonly class: string;
                readonly parameters: readonly components["schemas"]["ViewParameter"][];
            }[];
            readonly resultCount: number;
            /** Format: date-time */
            readonly fetchDateTime: string;
        };
        readonly ViewMetadata: {
            readonly name: components["schemas"]["ViewName"];
            readonly classID: string;
            readonly className?: string;
            readonly structure?: string;
            readonly isQueryable?: boolean;
            readonly isSearchable?: boolean;
            readonly parameters: readonly components["schemas"]["ViewParameter"][];
            /** @description The fields that identify a record. */
            readonly primaryFields?: readonly string[];
            readonly fields: readonly components["schemas"]["ViewField"][];
        };
        readonly ViewField: {
            readonly fieldID: string;
            readonly name: string;
            /** @description The class that the field belongs to. */
            readonly category?: string;
            /** @description The type, for people. */
            readonly fieldType?: string;
            /** @description The type, for programs. */
            readonly dataType?: string;
            readonly isFilterable?: boolean;
            readonly isSortable?: boolean;
            readonly isReadOnly?: boolean;
            /** @description The class of a reference or an embedded page. */
            readonly classID?: string;
        };
        readonly Count: {
            /** @description The number of all matching records. */
            readonly totalCount: number;
            /** @description The number of records that the requested page would have. */
            readonly resultCount?: number;
            readonly hasMoreResults?: boolean;
            /** Format: date-time */
            readonly fetchDateTime: string;
        };
        /** @enum {string} */
        readonly DeadLetterReason: "Error_Record_Refused" | "Error_Record_Contended" | "Error_Statement_Refused" | "Error_Processing_Failed";
        readonly DeadLetter: {
            readonly ID: string;
            /** @enum {string} */
            readonly class: "SaleCase" | "RedemptionCase" | "SegmentCase";
            readonly reason: components["schemas"]["DeadLetterReason"];
            /** @description What went wrong, without any content of the record. */
            readonly error: string;
            readonly attempts: number;
            /** Format: date-time */
            readonly firstAt: string;
            /** Format: date-time */
            readonly lastAt: string;
            readonly job: string;
            readonly trace: string;
        };
        readonly DeadLetterPage: {
            readonly deadLetters: readonly components["schemas"]["DeadLetter"][];
            /** @description Fetches the next page; null on the last page. */
            readonly cursor: string | null;
            /** @description Counts of all dead letters; the filter does not apply. */
            readonly counts: readonly {
                readonly class: string;
                readonly reason: components["schemas"]["DeadLetterReason"];
                readonly count: number;
            }[];
        };
        readonly DeadLetterInspection: {
            readonly deadLetter: components["schemas"]["DeadLetter"] | null;
            readonly objectInfo: components["schemas"]["ObjectInfo"];
            /** @description What operators did with the record, latest first. */
            readonly audit: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly actor: string;
                /** @description The network of the call, or the machine of a command. */
                readonly origin: string;
                readonly requestId: string;
                readonly operation: string;
                readonly reason: string;
                readonly detail: Record<string, never>;
            }[];
        };
        readonly ReplayContent: {
            /** @enum {string} */
            readonly reason: "Error_Record_Refused" | "Error_Record_Contended" | "Error_Statement_Refused" | "Error_Processing_Failed";
            /** @enum {string|null} */
            readonly class?: "SaleCase" | "RedemptionCase" | "SegmentCase" | null | undefined;
            /** @default 50 */
            readonly perSecond?: number | null | undefined;
        };
        readonly ReplayAnswer: {
            readonly replayed: number;
            /** @description The number of dead letters that are left for another call. */
            readonly remaining: number;
        };
        readonly ReplayOneAnswer: {
            readonly ID: string;
            /** @constant */
            readonly replayed: 1;
        };
        readonly DiscardContent: {
            /** @description A reason in words. */
            readonly reason: string;
        };
        readonly DiscardAnswer: {
            readonly ID: string;
            readonly status: string;
        };
        readonly ExportContent: {
            readonly externalID: string;
        };
        readonly ExportAnswer: {
            readonly rows: readonly {
                readonly table: string;
                /** @description The columns by name. */
                readonly row: Record<string, never>;
            }[];
        };
        readonly ErasureContent: {
            readonly externalIDs: readonly string[];
        };
        readonly ErasureAnswer: {
            readonly erased: number;
            /** @description The ExternalIDs that nothing has. */
            readonly unknown: readonly string[];
            /** @description The tables whose statistics may still have values of the erased people: analyze them as their owner. */
            readonly unanalyzed: readonly string[];
        };
        readonly WebhookContent: {
            /**
             * Format: uri
             * @description An HTTPS URL without user, password and fragment; plain HTTP only to the networks that the worker allows.
             */
            readonly url: string;
            readonly kinds: readonly ("*" | "sale.*" | "redemption.*" | "voucher.*" | "member.*" | "balance.*" | "points.*" | "tier.*" | "reward.*" | "segment.*" | "dead_letter.*" | "sale.accepted" | "sale.completed" | "sale.rejected" | "sale.awaiting" | "redemption.completed" | "redemption.rejected" | "redemption.cancelled" | "voucher.locked" | "voucher.unlocked" | "voucher.used" | "voucher.cancelled" | "voucher.expired" | "member.created" | "member.merged" | "balance.changed" | "points.expiring" | "points.expired" | "tier.changed" | "reward.out_of_stock" | "segment.changed" | "dead_letter.created")[];
        };
        readonly WebhookSecret: {
            readonly id: string;
            /** @description Signs each message. It is not shown again. */
            readonly secret: string;
        };
        readonly WebhookRotation: {
            readonly id: string;
            readonly secret: string;
            /**
             * Format: date-time
             * @description Until then, the secret before signs too.
             */
            readonly earlierUntil: string;
        };
        readonly WebhookList: {
            readonly webhooks: readonly {
                readonly id: string;
                readonly url: string;
                readonly kinds: readonly ("sale.accepted" | "sale.completed" | "sale.rejected" | "sale.awaiting" | "redemption.completed" | "redemption.rejected" | "redemption.cancelled" | "voucher.locked" | "voucher.unlocked" | "voucher.used" | "voucher.cancelled" | "voucher.expired" | "member.created" | "member.merged" | "balance.changed" | "points.expiring" | "points.expired" | "tier.changed" | "reward.out_of_stock" | "segment.changed" | "dead_letter.created")[];
                /**
                 * @description ended: the receiver answered 410.
                 * @enum {string}
                 */
                readonly state: "active" | "paused" | "ended";
                /** @description Events of the log, of all kinds, that it has not reached. */
                readonly lag: number;
                /** @description Events that failed, or wait behind one of their member that failed. */
                readonly parked: number;
                /** @description Events without further attempts. */
                readonly setAside: number;
                readonly delivered: number;
                /**
                 * Format: date-time
                 * @description Since when only single attempts are made; null if the receiver answers.
                 */
                readonly failingSince: string | null;
                /** Format: date-time */
                readonly lastAt: string | null;
                readonly lastStatus: number | null;
                /** @description Why no answer came at the last attempt; empty if one came. */
                readonly lastError: string;
                /** Format: date-time */
                readonly earlierUntil: string | null;
                /** Format: date-time */
                readonly createdAt: string;
                readonly createdBy: string;
            }[];
        };
        readonly WebhookState: {
            readonly id: string;
            /** @enum {string} */
            readonly state: "active" | "paused" | "removed";
        };
        readonly WebhookReplayContent: {
            /** @description A timestamp that exists, with its offset from UTC: 2026-05-04T09:30:00+02:00 or 2026-05-04T07:30Z. */
            readonly since?: string | null | undefined;
        };
        readonly WebhookReplayAnswer: {
            readonly id: string;
            readonly events: number;
        };
        readonly WebhookAttempts: {
            readonly attempts: readonly {
                /** Format: date-time */
                readonly at: string;
                /** @description The event's ID; null if it is not kept any more. */
                readonly event: string | null;
                readonly type: string | null;
                readonly sequence: number;
                /** @description Null if no answer came. */
                readonly status: number | null;
                readonly error: string;
                readonly ms: number;
            }[];
        };
        readonly TokenRequest: {
            /** @constant */
            readonly grant_type: "client_credentials";
            /** @description The rights that the token shall have, with spaces between them; by default all of the client. */
            readonly scope?: string | undefined;
            /** @description The client's ID, unless the header `Authorization: Basic …` has it. */
            readonly client_id?: string | undefined;
            /**
             * Format: password
             * @description The client's secret, unless the header has it.
             */
            readonly client_secret?: string | undefined;
        };
        readonly TokenAnswer: {
            /** @description Send it as `Authorization: Bearer …`. */
            readonly access_token: string;
            /** @constant */
            readonly token_type: "bearer";
            /** @description In seconds. */
            readonly expires_in: number;
            /** @description The rights of the token. */
            readonly scope: string;
        };
        readonly RevocationRequest: {
            readonly token: string;
            /** @description Ignored. */
            readonly token_type_hint?: string | undefined;
            /** @description The client's ID, unless the header `Authorization: Basic …` has it. */
            readonly client_id?: string | undefined;
            /**
             * Format: password
             * @description The client's secret, unless the header has it.
             */
            readonly client_secret?: string | undefined;
        };
        readonly RevocationAnswer: Record<string, never>;
        readonly Liveness: {
            /** @constant */
            readonly status: "ok";
        };
        readonly Readiness: {
            /** @enum {string} */
            readonly status: "ok" | "degraded" | "unavailable";
            /** @enum {string} */
            readonly postgres: "up" | "down";
            /** @enum {string} */
            readonly queue: "up" | "down";
            /**
             * @description Whether the read replica answers reads; absent without one. If it is down, the primary answers them.
             * @enum {string}
             */
            readonly replica?: "up" | "down";
            /** @description What is wrong and how to fix it. `unavailable`: why sales are not accepted. `degraded`: what to repair although sales are accepted. */
            readonly reason?: string;
        };
        readonly Root: {
            readonly name: string;
            readonly reference: string;
            readonly openapi: string;
            readonly integrate: string;
            readonly interface: string;
            readonly readiness: string;
            /** @description Where browsers reach the console, if the API knows. */
            readonly console?: string;
            /** @description The file of the release that lists its documentation. */
            readonly documentation: string;
        };
    };
    responses: {
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_Body_NotObject`: The request body is not a JSON object.
         *     - `Error_Content_NotObject`: content is not a JSON object.
         *     - `Error_PageInstructions_Unsupported`: pageInstructions must be an empty array.
         *     - `Error_ObjectType_Required`: objectTypeID is missing.
         *     - `Error_ObjectType_Unknown`: objectTypeID names no object type that can be created here.
         *     - `Error_ObjectType_Mismatch`: objectTypeID is not the object type of this path.
         */
        readonly Create400: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Body_Malformed" | "Error_Body_NotObject" | "Error_Content_NotObject" | "Error_PageInstructions_Unsupported" | "Error_ObjectType_Required" | "Error_ObjectType_Unknown" | "Error_ObjectType_Mismatch";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly Create401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         *     - `Error_Key_Forbidden`: The business key does not begin as those of the credential must.
         *     - `Error_Sale_TooLarge`: The amount exceeds the largest sale of the credential.
         */
        readonly "Create403-Key_Forbidden-Sale_TooLarge": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing" | "Error_Key_Forbidden" | "Error_Sale_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Request timeout.
         *
         *     - `Error_Request_Timeout`: The request took too long to arrive.
         */
        readonly Any408: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Request timeout",
                 *       "localizedValue": "The request took too long to arrive.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Request_Timeout",
                 *           "localizedValue": "The request took too long to arrive.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Request_Timeout";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         */
        readonly Create409: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused";
                    }[];
                };
            };
        };
        /**
         * @description Payload too large.
         *
         *     - `Error_Body_TooLarge`: The request body is over the limit.
         */
        readonly Create413: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Payload too large",
                 *       "localizedValue": "The request body is over the limit.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Body_TooLarge",
                 *           "localizedValue": "The request body is over the limit.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Body_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Unsupported media type.
         *
         *     - `Error_ContentType_Unsupported`: The content type must be application/json, of an import application/x-ndjson.
         *     - `Error_ContentEncoding_Unsupported`: The content encoding must be gzip, or left out.
         */
        readonly Create415: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unsupported media type",
                 *       "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_ContentType_Unsupported",
                 *           "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_ContentType_Unsupported" | "Error_ContentEncoding_Unsupported";
                    }[];
                };
            };
        };
        /**
         * @description Misdirected request.
         *
         *     - `Error_Host_Unknown`: The Host header is not a name of this service.
         */
        readonly Any421: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Misdirected request",
                 *       "localizedValue": "The Host header is not a name of this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Host_Unknown",
                 *           "localizedValue": "The Host header is not a name of this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Host_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Member_Unknown`: There is no member with this ExternalID for the credential.
         *     - `Error_Sale_Unknown`: There is no sale with this ExternalID for the credential.
         *     - `Error_Store_Unknown`: There is no store with this StoreCode for the credential.
         */
        readonly "Create422-Member_Unknown-Sale_Unknown-Store_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Member_Unknown" | "Error_Sale_Unknown" | "Error_Store_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         */
        readonly Create429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Request headers too large.
         *
         *     - `Error_Header_TooLarge`: The request's headers are over the limit.
         */
        readonly Any431: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Request headers too large",
                 *       "localizedValue": "The request's headers are over the limit.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_TooLarge",
                 *           "localizedValue": "The request's headers are over the limit.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Internal error.
         *
         *     - `Error_Service_Failed`: The service failed to handle the request.
         */
        readonly Any500: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Internal error",
                 *       "localizedValue": "The service failed to handle the request.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Failed",
                 *           "localizedValue": "The service failed to handle the request.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Failed";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         */
        readonly Create503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         *     - `Error_Key_Forbidden`: The business key does not begin as those of the credential must.
         */
        readonly "Create403-Key_Forbidden": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing" | "Error_Key_Forbidden";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Member_Unknown`: There is no member with this ExternalID for the credential.
         */
        readonly "Create422-Member_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Member_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly Create403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Key_Taken`: A record with this business key already exists.
         */
        readonly "Create409-Key_Taken": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Key_Taken";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Store_Unknown`: There is no store with this StoreCode for the credential.
         */
        readonly "Create422-Store_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Store_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Programme_Unknown`: There is no programme with this BusinessID.
         */
        readonly "Create422-Programme_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Programme_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         */
        readonly Create422: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Programme_Unknown`: There is no programme with this BusinessID.
         *     - `Error_Rule_TooMany`: The programme has 500 rules that have not ended.
         */
        readonly "Create422-Programme_Unknown-Rule_TooMany": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Programme_Unknown" | "Error_Rule_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         *     - `Error_Rule_TooOften`: The programme's rules have changed 30 times within 10 seconds; try again later.
         */
        readonly "Create429-Rule_TooOften": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany" | "Error_Rule_TooOften";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_Body_NotObject`: The request body is not a JSON object.
         *     - `Error_Content_NotObject`: content is not a JSON object.
         *     - `Error_PageInstructions_Unsupported`: pageInstructions must be an empty array.
         */
        readonly Action400: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Body_Malformed" | "Error_Body_NotObject" | "Error_Content_NotObject" | "Error_PageInstructions_Unsupported";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly Action401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly Action403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Object_Unknown`: There is no object with this ID.
         *     - `Error_Action_Unknown`: An object of this class has no such action.
         */
        readonly Action404: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is no object with this ID.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Object_Unknown",
                 *           "localizedValue": "There is no object with this ID.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Object_Unknown" | "Error_Action_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Member_Erased`: The member was erased.
         *     - `Error_Member_Merged`: The member who paid was merged into another one: give the points back to that one by AddBalance.
         *     - `Error_Redemption_NothingLeft`: No voucher of the redemption can be cancelled: each was used or cancelled, or has expired.
         */
        readonly "Action409-Member_Erased-Member_Merged-Redemption_NothingLeft": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Member_Erased" | "Error_Member_Merged" | "Error_Redemption_NothingLeft";
                    }[];
                };
            };
        };
        /**
         * @description Precondition failed.
         *
         *     - `Error_Version_Malformed`: If-Match is malformed.
         */
        readonly Action412: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Precondition failed",
                 *       "localizedValue": "If-Match is malformed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Version_Malformed",
                 *           "localizedValue": "If-Match is malformed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Version_Malformed";
                    }[];
                };
            };
        };
        /**
         * @description Payload too large.
         *
         *     - `Error_Body_TooLarge`: The request body is over the limit.
         */
        readonly Action413: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Payload too large",
                 *       "localizedValue": "The request body is over the limit.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Body_TooLarge",
                 *           "localizedValue": "The request body is over the limit.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Body_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Unsupported media type.
         *
         *     - `Error_ContentType_Unsupported`: The content type must be application/json, of an import application/x-ndjson.
         *     - `Error_ContentEncoding_Unsupported`: The content encoding must be gzip, or left out.
         */
        readonly Action415: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unsupported media type",
                 *       "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_ContentType_Unsupported",
                 *           "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_ContentType_Unsupported" | "Error_ContentEncoding_Unsupported";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Balance_OutOfRange`: The balance would go over its limit.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Field_Type`: A field has the wrong type.
         */
        readonly "Action422-Balance_OutOfRange-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Balance_OutOfRange" | "Error_Field_Format" | "Error_Field_Length" | "Error_Field_Range" | "Error_Field_Required" | "Error_Field_Text" | "Error_Field_Type";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         */
        readonly Action429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         */
        readonly Action503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Member_Blocked`: The member is blocked.
         *     - `Error_Member_Erased`: The member was erased.
         *     - `Error_Voucher_Expired`: The voucher has expired.
         */
        readonly "Action409-Member_Blocked-Member_Erased-Voucher_Expired": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Member_Blocked" | "Error_Member_Erased" | "Error_Voucher_Expired";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Field_Type`: A field has the wrong type.
         */
        readonly "Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Format" | "Error_Field_Length" | "Error_Field_Range" | "Error_Field_Required" | "Error_Field_Text" | "Error_Field_Type";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Member_Erased`: The member was erased.
         *     - `Error_Voucher_Expired`: The voucher has expired.
         *     - `Error_Voucher_LockedByOther`: Somebody else has locked the voucher.
         */
        readonly "Action409-Member_Erased-Voucher_Expired-Voucher_LockedByOther": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Member_Erased" | "Error_Voucher_Expired" | "Error_Voucher_LockedByOther";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Member_Blocked`: The member is blocked.
         *     - `Error_Member_Erased`: The member was erased.
         *     - `Error_Voucher_Expired`: The voucher has expired.
         *     - `Error_Voucher_LockedByOther`: Somebody else has locked the voucher.
         */
        readonly "Action409-Member_Blocked-Member_Erased-Voucher_Expired-Voucher_LockedByOther": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Member_Blocked" | "Error_Member_Erased" | "Error_Voucher_Expired" | "Error_Voucher_LockedByOther";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Member_Erased`: The member was erased.
         *     - `Error_Member_Merged`: The member who paid was merged into another one: give the points back to that one by AddBalance.
         *     - `Error_Voucher_Expired`: The voucher has expired.
         */
        readonly "Action409-Member_Erased-Member_Merged-Voucher_Expired": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Member_Erased" | "Error_Member_Merged" | "Error_Voucher_Expired";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Key_Taken`: A record with this business key already exists.
         */
        readonly "Action409-Key_Taken": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Key_Taken";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Store_Unknown`: There is no store with this StoreCode for the credential.
         */
        readonly "Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Store_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Format" | "Error_Field_Length" | "Error_Field_Range" | "Error_Field_Required" | "Error_Field_Text" | "Error_Field_Type" | "Error_Store_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Member_Erased`: The member was erased.
         */
        readonly "Action409-Member_Erased": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Member_Erased";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         *     - `Error_Adjustment_TooLarge`: The amount exceeds the largest adjustment of the credential.
         */
        readonly "Action403-Adjustment_TooLarge": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing" | "Error_Adjustment_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Balance_Insufficient`: The balance would go below zero.
         *     - `Error_Balance_OutOfRange`: The balance would go over its limit.
         *     - `Error_Currency_Unknown`: The member's programme has no currency with this name.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Field_Type`: A field has the wrong type.
         */
        readonly "Action422-Balance_Insufficient-Balance_OutOfRange-Currency_Unknown-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Balance_Insufficient" | "Error_Balance_OutOfRange" | "Error_Currency_Unknown" | "Error_Field_Format" | "Error_Field_Length" | "Error_Field_Range" | "Error_Field_Required" | "Error_Field_Text" | "Error_Field_Type";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         *     - `Error_Adjustments_Spent`: The credential has used what it may adjust in an hour or in a day; try again later.
         */
        readonly "Action429-Adjustments_Spent": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany" | "Error_Adjustments_Spent";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         *     - `Error_Key_Forbidden`: The business key does not begin as those of the credential must.
         */
        readonly "Action403-Key_Forbidden": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing" | "Error_Key_Forbidden";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Key_Taken`: A record with this business key already exists.
         *     - `Error_Member_Erased`: The member was erased.
         */
        readonly "Action409-Key_Taken-Member_Erased": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Key_Taken" | "Error_Member_Erased";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Card_Unknown`: The member has no such card.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Field_Type`: A field has the wrong type.
         */
        readonly "Action422-Card_Unknown-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Card_Unknown" | "Error_Field_Format" | "Error_Field_Length" | "Error_Field_Range" | "Error_Field_Required" | "Error_Field_Text" | "Error_Field_Type";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Member_Blocked`: The member is blocked.
         *     - `Error_Member_Erased`: The member was erased.
         */
        readonly "Action409-Member_Blocked-Member_Erased": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal" | "Error_Member_Blocked" | "Error_Member_Erased";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Balance_OutOfRange`: The balance would go over its limit.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Member_Same`: A member cannot be merged with itself.
         *     - `Error_Member_Unknown`: There is no member with this ExternalID for the credential.
         *     - `Error_Programme_Other`: The members are of different programmes.
         */
        readonly "Action422-Balance_OutOfRange-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Member_Same-Member_Unknown-Programme_Other": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Balance_OutOfRange" | "Error_Field_Format" | "Error_Field_Length" | "Error_Field_Range" | "Error_Field_Required" | "Error_Field_Text" | "Error_Field_Type" | "Error_Member_Same" | "Error_Member_Unknown" | "Error_Programme_Other";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         */
        readonly Action422: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Key_Reused`: This idempotency key was used before with other content.
         *     - `Error_Version_Stale`: The object has changed since the version in If-Match.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         */
        readonly Action409: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "This idempotency key was used before with other content.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Key_Reused",
                 *           "localizedValue": "This idempotency key was used before with other content.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Key_Reused" | "Error_Version_Stale" | "Error_Status_Illegal";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Stock_NotCounted`: Stock is counted for rewards of type stock_control only.
         *     - `Error_Stock_OutOfRange`: The stock would go over its limit.
         */
        readonly "Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Stock_NotCounted-Stock_OutOfRange": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Format" | "Error_Field_Length" | "Error_Field_Range" | "Error_Field_Required" | "Error_Field_Text" | "Error_Field_Type" | "Error_Stock_NotCounted" | "Error_Stock_OutOfRange";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Member_Unknown`: There is no member with this ExternalID for the credential.
         */
        readonly "Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Member_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Format" | "Error_Field_Length" | "Error_Field_Range" | "Error_Field_Required" | "Error_Field_Text" | "Error_Field_Type" | "Error_Member_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         *     - `Error_Rule_TooOften`: The programme's rules have changed 30 times within 10 seconds; try again later.
         */
        readonly "Action429-Rule_TooOften": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany" | "Error_Rule_TooOften";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Member_Unknown`: There is no member with this ExternalID for the credential.
         *     - `Error_Programme_Unknown`: There is no programme with this BusinessID.
         *     - `Error_Rule_TooMany`: The programme has 500 rules that have not ended.
         *     - `Error_Sale_Unknown`: There is no sale with this ExternalID for the credential.
         *     - `Error_Store_Unknown`: There is no store with this StoreCode for the credential.
         */
        readonly "Create422-Member_Unknown-Programme_Unknown-Rule_TooMany-Sale_Unknown-Store_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Member_Unknown" | "Error_Programme_Unknown" | "Error_Rule_TooMany" | "Error_Sale_Unknown" | "Error_Store_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         */
        readonly Any400: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly Read401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly Read403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Object_Unknown`: There is no object with this ID.
         */
        readonly Read404: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is no object with this ID.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Object_Unknown",
                 *           "localizedValue": "There is no object with this ID.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Object_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Gone.
         *
         *     - `Error_Object_Archived`: The object's month was moved to an archive.
         */
        readonly Read410: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Gone",
                 *       "localizedValue": "The object's month was moved to an archive.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Object_Archived",
                 *           "localizedValue": "The object's month was moved to an archive.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Object_Archived";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_ReadTime_Spent`: The client or address has used its time for reads; try again later.
         */
        readonly Read429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_ReadTime_Spent";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         */
        readonly Read503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_ObjectType_Required`: objectTypeID is missing.
         */
        readonly Import400: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Body_Malformed" | "Error_ObjectType_Required";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly Import401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly Import403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Payload too large.
         *
         *     - `Error_Body_TooLarge`: The request body is over the limit.
         */
        readonly Import413: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Payload too large",
                 *       "localizedValue": "The request body is over the limit.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Body_TooLarge",
                 *           "localizedValue": "The request body is over the limit.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Body_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Unsupported media type.
         *
         *     - `Error_ContentType_Unsupported`: The content type must be application/json, of an import application/x-ndjson.
         *     - `Error_ContentEncoding_Unsupported`: The content encoding must be gzip, or left out.
         */
        readonly Import415: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unsupported media type",
                 *       "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_ContentType_Unsupported",
                 *           "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_ContentType_Unsupported" | "Error_ContentEncoding_Unsupported";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         */
        readonly Import429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         */
        readonly Import503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Object_Unknown`: There is no object with this ID.
         *     - `Error_Action_Unknown`: An object of this class has no such action.
         */
        readonly "Read404-Action_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is no object with this ID.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Object_Unknown",
                 *           "localizedValue": "There is no object with this ID.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Object_Unknown" | "Error_Action_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         *     - `Error_Voucher_Expired`: The voucher has expired.
         */
        readonly "Read409-Status_Illegal-Voucher_Expired": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "The object's status does not allow this action.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Status_Illegal",
                 *           "localizedValue": "The object's status does not allow this action.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Status_Illegal" | "Error_Voucher_Expired";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_Body_NotObject`: The request body is not a JSON object.
         *     - `Error_Query_Malformed`: query is not well-formed.
         *     - `Error_Query_FieldUnknown`: The view has no such field to filter, sort or group by.
         *     - `Error_Query_ComparatorUnsuited`: The field does not have this comparator.
         *     - `Error_Query_FunctionUnsuited`: The field does not have this summary function.
         *     - `Error_Query_ValueMistyped`: A value is missing, or does not have the field's type.
         *     - `Error_Query_TooLarge`: The query is over a limit.
         *     - `Error_Paging_Malformed`: paging is not well-formed, or over a limit.
         *     - `Error_Paging_Conflict`: paging has members that exclude each other.
         *     - `Error_PageToken_Invalid`: nextPageToken does not belong to this caller, view, filter and order.
         *     - `Error_Parameter_Range`: FromDateTime is after ToDateTime.
         *     - `Error_Parameter_Required`: A data view parameter is missing.
         *     - `Error_Parameter_Type`: A parameter has the wrong type or form.
         */
        readonly "View400-Parameter_Range-Parameter_Required-Parameter_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Body_Malformed" | "Error_Body_NotObject" | "Error_Query_Malformed" | "Error_Query_FieldUnknown" | "Error_Query_ComparatorUnsuited" | "Error_Query_FunctionUnsuited" | "Error_Query_ValueMistyped" | "Error_Query_TooLarge" | "Error_Paging_Malformed" | "Error_Paging_Conflict" | "Error_PageToken_Invalid" | "Error_Parameter_Range" | "Error_Parameter_Required" | "Error_Parameter_Type";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly View401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly View403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Payload too large.
         *
         *     - `Error_Body_TooLarge`: The request body is over the limit.
         */
        readonly View413: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Payload too large",
                 *       "localizedValue": "The request body is over the limit.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Body_TooLarge",
                 *           "localizedValue": "The request body is over the limit.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Body_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Unsupported media type.
         *
         *     - `Error_ContentType_Unsupported`: The content type must be application/json, of an import application/x-ndjson.
         *     - `Error_ContentEncoding_Unsupported`: The content encoding must be gzip, or left out.
         */
        readonly View415: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unsupported media type",
                 *       "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_ContentType_Unsupported",
                 *           "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_ContentType_Unsupported" | "Error_ContentEncoding_Unsupported";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         */
        readonly View422: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         *     - `Error_ReadTime_Spent`: The client or address has used its time for reads; try again later.
         */
        readonly View429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany" | "Error_ReadTime_Spent";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         *     - `Error_DataView_Timeout`: The data view took too long; ask for less, or try again.
         */
        readonly View503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited" | "Error_DataView_Timeout";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_Body_NotObject`: The request body is not a JSON object.
         *     - `Error_Query_Malformed`: query is not well-formed.
         *     - `Error_Query_FieldUnknown`: The view has no such field to filter, sort or group by.
         *     - `Error_Query_ComparatorUnsuited`: The field does not have this comparator.
         *     - `Error_Query_FunctionUnsuited`: The field does not have this summary function.
         *     - `Error_Query_ValueMistyped`: A value is missing, or does not have the field's type.
         *     - `Error_Query_TooLarge`: The query is over a limit.
         *     - `Error_Paging_Malformed`: paging is not well-formed, or over a limit.
         *     - `Error_Paging_Conflict`: paging has members that exclude each other.
         *     - `Error_PageToken_Invalid`: nextPageToken does not belong to this caller, view, filter and order.
         *     - `Error_Parameter_Required`: A data view parameter is missing.
         *     - `Error_Parameter_Type`: A parameter has the wrong type or form.
         */
        readonly "View400-Parameter_Required-Parameter_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Body_Malformed" | "Error_Body_NotObject" | "Error_Query_Malformed" | "Error_Query_FieldUnknown" | "Error_Query_ComparatorUnsuited" | "Error_Query_FunctionUnsuited" | "Error_Query_ValueMistyped" | "Error_Query_TooLarge" | "Error_Paging_Malformed" | "Error_Paging_Conflict" | "Error_PageToken_Invalid" | "Error_Parameter_Required" | "Error_Parameter_Type";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_Body_NotObject`: The request body is not a JSON object.
         *     - `Error_Query_Malformed`: query is not well-formed.
         *     - `Error_Query_FieldUnknown`: The view has no such field to filter, sort or group by.
         *     - `Error_Query_ComparatorUnsuited`: The field does not have this comparator.
         *     - `Error_Query_FunctionUnsuited`: The field does not have this summary function.
         *     - `Error_Query_ValueMistyped`: A value is missing, or does not have the field's type.
         *     - `Error_Query_TooLarge`: The query is over a limit.
         *     - `Error_Paging_Malformed`: paging is not well-formed, or over a limit.
         *     - `Error_Paging_Conflict`: paging has members that exclude each other.
         *     - `Error_PageToken_Invalid`: nextPageToken does not belong to this caller, view, filter and order.
         *     - `Error_Parameter_Type`: A parameter has the wrong type or form.
         */
        readonly "View400-Parameter_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Body_Malformed" | "Error_Body_NotObject" | "Error_Query_Malformed" | "Error_Query_FieldUnknown" | "Error_Query_ComparatorUnsuited" | "Error_Query_FunctionUnsuited" | "Error_Query_ValueMistyped" | "Error_Query_TooLarge" | "Error_Paging_Malformed" | "Error_Paging_Conflict" | "Error_PageToken_Invalid" | "Error_Parameter_Type";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Member_Unknown`: There is no member with this ExternalID for the credential.
         *     - `Error_Programme_Unknown`: There is no programme with this BusinessID.
         *     - `Error_Sale_Unknown`: There is no sale with this ExternalID for the credential.
         *     - `Error_Store_Unknown`: There is no store with this StoreCode for the credential.
         */
        readonly "View422-Member_Unknown-Programme_Unknown-Sale_Unknown-Store_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Member_Unknown" | "Error_Programme_Unknown" | "Error_Sale_Unknown" | "Error_Store_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Position_Expired`: The events after the position are not kept any more.
         *     - `Error_Position_Lost`: The position is of another copy of the database.
         */
        readonly "View409-Position_Expired-Position_Lost": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "The events after the position are not kept any more.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Position_Expired",
                 *           "localizedValue": "The events after the position are not kept any more.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Position_Expired" | "Error_Position_Lost";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         *     - `Error_ReadTime_Spent`: The client or address has used its time for reads; try again later.
         *     - `Error_VoucherLookups_TooMany`: The client or address has asked for too many unknown voucher codes; try again later.
         */
        readonly "View429-VoucherLookups_TooMany": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany" | "Error_ReadTime_Spent" | "Error_VoucherLookups_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Query_Malformed`: query is not well-formed.
         *     - `Error_Query_FieldUnknown`: The view has no such field to filter, sort or group by.
         *     - `Error_Query_ComparatorUnsuited`: The field does not have this comparator.
         *     - `Error_Query_FunctionUnsuited`: The field does not have this summary function.
         *     - `Error_Query_ValueMistyped`: A value is missing, or does not have the field's type.
         *     - `Error_Query_TooLarge`: The query is over a limit.
         *     - `Error_Paging_Malformed`: paging is not well-formed, or over a limit.
         *     - `Error_Paging_Conflict`: paging has members that exclude each other.
         *     - `Error_PageToken_Invalid`: nextPageToken does not belong to this caller, view, filter and order.
         *     - `Error_Parameter_Range`: FromDateTime is after ToDateTime.
         *     - `Error_Parameter_Required`: A data view parameter is missing.
         *     - `Error_Parameter_Type`: A parameter has the wrong type or form.
         */
        readonly "ViewRead400-Parameter_Range-Parameter_Required-Parameter_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Query_Malformed" | "Error_Query_FieldUnknown" | "Error_Query_ComparatorUnsuited" | "Error_Query_FunctionUnsuited" | "Error_Query_ValueMistyped" | "Error_Query_TooLarge" | "Error_Paging_Malformed" | "Error_Paging_Conflict" | "Error_PageToken_Invalid" | "Error_Parameter_Range" | "Error_Parameter_Required" | "Error_Parameter_Type";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly ViewRead401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly ViewRead403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         */
        readonly ViewRead422: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_ReadTime_Spent`: The client or address has used its time for reads; try again later.
         */
        readonly ViewRead429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_ReadTime_Spent";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         *     - `Error_DataView_Timeout`: The data view took too long; ask for less, or try again.
         */
        readonly ViewRead503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited" | "Error_DataView_Timeout";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Query_Malformed`: query is not well-formed.
         *     - `Error_Query_FieldUnknown`: The view has no such field to filter, sort or group by.
         *     - `Error_Query_ComparatorUnsuited`: The field does not have this comparator.
         *     - `Error_Query_FunctionUnsuited`: The field does not have this summary function.
         *     - `Error_Query_ValueMistyped`: A value is missing, or does not have the field's type.
         *     - `Error_Query_TooLarge`: The query is over a limit.
         *     - `Error_Paging_Malformed`: paging is not well-formed, or over a limit.
         *     - `Error_Paging_Conflict`: paging has members that exclude each other.
         *     - `Error_PageToken_Invalid`: nextPageToken does not belong to this caller, view, filter and order.
         *     - `Error_Parameter_Required`: A data view parameter is missing.
         *     - `Error_Parameter_Type`: A parameter has the wrong type or form.
         */
        readonly "ViewRead400-Parameter_Required-Parameter_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Query_Malformed" | "Error_Query_FieldUnknown" | "Error_Query_ComparatorUnsuited" | "Error_Query_FunctionUnsuited" | "Error_Query_ValueMistyped" | "Error_Query_TooLarge" | "Error_Paging_Malformed" | "Error_Paging_Conflict" | "Error_PageToken_Invalid" | "Error_Parameter_Required" | "Error_Parameter_Type";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Query_Malformed`: query is not well-formed.
         *     - `Error_Query_FieldUnknown`: The view has no such field to filter, sort or group by.
         *     - `Error_Query_ComparatorUnsuited`: The field does not have this comparator.
         *     - `Error_Query_FunctionUnsuited`: The field does not have this summary function.
         *     - `Error_Query_ValueMistyped`: A value is missing, or does not have the field's type.
         *     - `Error_Query_TooLarge`: The query is over a limit.
         *     - `Error_Paging_Malformed`: paging is not well-formed, or over a limit.
         *     - `Error_Paging_Conflict`: paging has members that exclude each other.
         *     - `Error_PageToken_Invalid`: nextPageToken does not belong to this caller, view, filter and order.
         *     - `Error_Parameter_Type`: A parameter has the wrong type or form.
         */
        readonly "ViewRead400-Parameter_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Query_Malformed" | "Error_Query_FieldUnknown" | "Error_Query_ComparatorUnsuited" | "Error_Query_FunctionUnsuited" | "Error_Query_ValueMistyped" | "Error_Query_TooLarge" | "Error_Paging_Malformed" | "Error_Paging_Conflict" | "Error_PageToken_Invalid" | "Error_Parameter_Type";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Record_Refused`: The record holds a value that cannot be stored.
         *     - `Error_Member_Unknown`: There is no member with this ExternalID for the credential.
         *     - `Error_Programme_Unknown`: There is no programme with this BusinessID.
         *     - `Error_Sale_Unknown`: There is no sale with this ExternalID for the credential.
         *     - `Error_Store_Unknown`: There is no store with this StoreCode for the credential.
         */
        readonly "ViewRead422-Member_Unknown-Programme_Unknown-Sale_Unknown-Store_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "The record holds a value that cannot be stored.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Record_Refused",
                 *           "localizedValue": "The record holds a value that cannot be stored.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Record_Refused" | "Error_Member_Unknown" | "Error_Programme_Unknown" | "Error_Sale_Unknown" | "Error_Store_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_Position_Expired`: The events after the position are not kept any more.
         *     - `Error_Position_Lost`: The position is of another copy of the database.
         */
        readonly "ViewRead409-Position_Expired-Position_Lost": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "The events after the position are not kept any more.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Position_Expired",
                 *           "localizedValue": "The events after the position are not kept any more.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Position_Expired" | "Error_Position_Lost";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_ReadTime_Spent`: The client or address has used its time for reads; try again later.
         *     - `Error_VoucherLookups_TooMany`: The client or address has asked for too many unknown voucher codes; try again later.
         */
        readonly "ViewRead429-VoucherLookups_TooMany": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_ReadTime_Spent" | "Error_VoucherLookups_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly ViewList401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         */
        readonly Any403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         */
        readonly ViewList429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         */
        readonly ViewList503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly ViewMetadata401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly ViewMetadata403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_DataView_Unknown`: There is no data view with this name.
         */
        readonly ViewMetadata404: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is no data view with this name.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_DataView_Unknown",
                 *           "localizedValue": "There is no data view with this name.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_DataView_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         */
        readonly ViewMetadata429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         */
        readonly ViewMetadata503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_DataView_Unknown`: There is no data view with this name.
         */
        readonly "View404-DataView_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is no data view with this name.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_DataView_Unknown",
                 *           "localizedValue": "There is no data view with this name.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_DataView_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Parameter_Type`: A parameter has the wrong type or form.
         */
        readonly "Operator400-Parameter_Type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Parameter_Type";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly Operator401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly Operator403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Path_Unknown`: There is nothing at this path.
         */
        readonly Operator404: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is nothing at this path.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Path_Unknown",
                 *           "localizedValue": "There is nothing at this path.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Path_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         */
        readonly Operator429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         */
        readonly Operator503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Path_Unknown`: There is nothing at this path.
         *     - `Error_DeadLetter_Unknown`: The object is not a dead letter, and never was.
         *     - `Error_Object_Unknown`: There is no object with this ID.
         */
        readonly "Operator404-DeadLetter_Unknown-Object_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is nothing at this path.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Path_Unknown",
                 *           "localizedValue": "There is nothing at this path.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Path_Unknown" | "Error_DeadLetter_Unknown" | "Error_Object_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Path_Unknown`: There is nothing at this path.
         *     - `Error_Object_Unknown`: There is no object with this ID.
         */
        readonly "Operator404-Object_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is nothing at this path.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Path_Unknown",
                 *           "localizedValue": "There is nothing at this path.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Path_Unknown" | "Error_Object_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_DeadLetter_Gone`: The object is not a dead letter.
         */
        readonly "Operator409-DeadLetter_Gone": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "The object is not a dead letter.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_DeadLetter_Gone",
                 *           "localizedValue": "The object is not a dead letter.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_DeadLetter_Gone";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_Body_NotObject`: The request body is not a JSON object.
         */
        readonly OperatorBody400: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_Body_Malformed" | "Error_Body_NotObject";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Credential_Invalid`: The credential is missing or wrong.
         */
        readonly OperatorBody401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The credential is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Credential_Invalid",
                 *           "localizedValue": "The credential is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Credential_Invalid",
                 *           "message": "The credential is missing or wrong."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Credential_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Forbidden.
         *
         *     - `Error_Origin_Refused`: Pages of other sites may not call this service.
         *     - `Error_Right_Missing`: The credential lacks the right for this call.
         */
        readonly OperatorBody403: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Forbidden",
                 *       "localizedValue": "Pages of other sites may not call this service.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Origin_Refused",
                 *           "localizedValue": "Pages of other sites may not call this service.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Origin_Refused" | "Error_Right_Missing";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Path_Unknown`: There is nothing at this path.
         *     - `Error_Object_Unknown`: There is no object with this ID.
         */
        readonly "OperatorBody404-Object_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is nothing at this path.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Path_Unknown",
                 *           "localizedValue": "There is nothing at this path.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Path_Unknown" | "Error_Object_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Conflict.
         *
         *     - `Error_DeadLetter_Gone`: The object is not a dead letter.
         *     - `Error_Status_Illegal`: The object's status does not allow this action.
         */
        readonly "OperatorBody409-DeadLetter_Gone-Status_Illegal": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Conflict",
                 *       "localizedValue": "The object is not a dead letter.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_DeadLetter_Gone",
                 *           "localizedValue": "The object is not a dead letter.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_DeadLetter_Gone" | "Error_Status_Illegal";
                    }[];
                };
            };
        };
        /**
         * @description Payload too large.
         *
         *     - `Error_Body_TooLarge`: The request body is over the limit.
         */
        readonly OperatorBody413: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Payload too large",
                 *       "localizedValue": "The request body is over the limit.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Body_TooLarge",
                 *           "localizedValue": "The request body is over the limit.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Body_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Unsupported media type.
         *
         *     - `Error_ContentType_Unsupported`: The content type must be application/json, of an import application/x-ndjson.
         *     - `Error_ContentEncoding_Unsupported`: The content encoding must be gzip, or left out.
         */
        readonly OperatorBody415: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unsupported media type",
                 *       "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_ContentType_Unsupported",
                 *           "localizedValue": "The content type must be application/json, of an import application/x-ndjson.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_ContentType_Unsupported" | "Error_ContentEncoding_Unsupported";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         */
        readonly OperatorBody422: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "A required field is missing.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Field_Required",
                 *           "localizedValue": "A required field is missing.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         */
        readonly OperatorBody429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         */
        readonly OperatorBody503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Path_Unknown`: There is nothing at this path.
         */
        readonly OperatorBody404: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is nothing at this path.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Path_Unknown",
                 *           "localizedValue": "There is nothing at this path.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Path_Unknown";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Export_TooLarge`: The service holds too much about the person for one answer.
         */
        readonly "OperatorBody422-Export_TooLarge": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "A required field is missing.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Field_Required",
                 *           "localizedValue": "A required field is missing.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Export_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Validation fail.
         *
         *     - `Error_Field_Required`: A required field is missing.
         *     - `Error_Field_Type`: A field has the wrong type.
         *     - `Error_Field_Length`: A field is too long.
         *     - `Error_Field_Format`: A field has the wrong form.
         *     - `Error_Field_Range`: A field is out of its range.
         *     - `Error_Field_Text`: A field holds characters that are not text.
         *     - `Error_Webhook_TooMany`: There are 100 webhooks.
         */
        readonly "OperatorBody422-Webhook_TooMany": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Validation fail",
                 *       "localizedValue": "A required field is missing.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Field_Required",
                 *           "localizedValue": "A required field is missing.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Field_Required" | "Error_Field_Type" | "Error_Field_Length" | "Error_Field_Format" | "Error_Field_Range" | "Error_Field_Text" | "Error_Webhook_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_TokenRequest_Malformed`: The request for a token is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_Grant_Unsupported`: grant_type must be client_credentials.
         *     - `Error_Scope_Invalid`: scope names a right that the client does not have.
         */
        readonly Token400: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_TokenRequest_Malformed" | "Error_Body_Malformed" | "Error_Grant_Unsupported" | "Error_Scope_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Client_Invalid`: The client's ID or secret is missing or wrong.
         */
        readonly Token401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The client's ID or secret is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Client_Invalid",
                 *           "localizedValue": "The client's ID or secret is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Client_Invalid",
                 *           "message": "The client's ID or secret is missing or wrong."
                 *         }
                 *       ],
                 *       "error": "invalid_client",
                 *       "error_description": "The client's ID or secret is missing or wrong."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Client_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Payload too large.
         *
         *     - `Error_Body_TooLarge`: The request body is over the limit.
         */
        readonly Token413: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Payload too large",
                 *       "localizedValue": "The request body is over the limit.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Body_TooLarge",
                 *           "localizedValue": "The request body is over the limit.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Body_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Unsupported media type.
         *
         *     - `Error_ContentEncoding_Unsupported`: The content encoding must be gzip, or left out.
         */
        readonly Token415: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unsupported media type",
                 *       "localizedValue": "The content encoding must be gzip, or left out.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_ContentEncoding_Unsupported",
                 *           "localizedValue": "The content encoding must be gzip, or left out.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_ContentEncoding_Unsupported";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         */
        readonly Token429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         */
        readonly Token503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded";
                    }[];
                };
            };
        };
        /**
         * @description Invalid inputs.
         *
         *     - `Error_Header_Malformed`: A request header is not well-formed.
         *     - `Error_TokenRequest_Malformed`: The request for a token is not well-formed.
         *     - `Error_Body_Malformed`: The request body is not well-formed JSON in UTF-8.
         *     - `Error_Token_Foreign`: The token belongs to another client.
         */
        readonly Revocation400: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Invalid inputs",
                 *       "localizedValue": "A request header is not well-formed.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Header_Malformed",
                 *           "localizedValue": "A request header is not well-formed.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Header_Malformed" | "Error_TokenRequest_Malformed" | "Error_Body_Malformed" | "Error_Token_Foreign";
                    }[];
                };
            };
        };
        /**
         * @description Unauthorized.
         *
         *     - `Error_Client_Invalid`: The client's ID or secret is missing or wrong.
         */
        readonly Revocation401: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unauthorized",
                 *       "localizedValue": "The client's ID or secret is missing or wrong.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Client_Invalid",
                 *           "localizedValue": "The client's ID or secret is missing or wrong.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11",
                 *       "errors": [
                 *         {
                 *           "ID": "Error_Client_Invalid",
                 *           "message": "The client's ID or secret is missing or wrong."
                 *         }
                 *       ],
                 *       "error": "invalid_client",
                 *       "error_description": "The client's ID or secret is missing or wrong."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Client_Invalid";
                    }[];
                };
            };
        };
        /**
         * @description Payload too large.
         *
         *     - `Error_Body_TooLarge`: The request body is over the limit.
         */
        readonly Revocation413: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Payload too large",
                 *       "localizedValue": "The request body is over the limit.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Body_TooLarge",
                 *           "localizedValue": "The request body is over the limit.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Body_TooLarge";
                    }[];
                };
            };
        };
        /**
         * @description Unsupported media type.
         *
         *     - `Error_ContentEncoding_Unsupported`: The content encoding must be gzip, or left out.
         */
        readonly Revocation415: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Unsupported media type",
                 *       "localizedValue": "The content encoding must be gzip, or left out.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_ContentEncoding_Unsupported",
                 *           "localizedValue": "The content encoding must be gzip, or left out.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_ContentEncoding_Unsupported";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         *     - `Error_Credential_Throttled`: Too many wrong credentials came from this address; try again later.
         *     - `Error_Calls_TooMany`: The client or address has sent too many calls; try again later.
         *     - `Error_BodyBytes_TooMany`: The client or address has sent too many bytes of bodies; try again later.
         */
        readonly Revocation429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany" | "Error_Credential_Throttled" | "Error_Calls_TooMany" | "Error_BodyBytes_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Service unavailable.
         *
         *     - `Error_Service_Unavailable`: The service is not available; try again later.
         *     - `Error_Service_Overloaded`: The service is overloaded; try again later.
         *     - `Error_Database_Unsuited`: The database lacks what this release needs; migrate it.
         */
        readonly Revocation503: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Service unavailable",
                 *       "localizedValue": "The service is not available; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Service_Unavailable",
                 *           "localizedValue": "The service is not available; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Service_Unavailable" | "Error_Service_Overloaded" | "Error_Database_Unsuited";
                    }[];
                };
            };
        };
        /**
         * @description Too many requests.
         *
         *     - `Error_Requests_TooMany`: Too many requests of this client or address are open; try again later.
         */
        readonly Any429: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Too many requests",
                 *       "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Requests_TooMany",
                 *           "localizedValue": "Too many requests of this client or address are open; try again later.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Requests_TooMany";
                    }[];
                };
            };
        };
        /**
         * @description Resource not found.
         *
         *     - `Error_Path_Unknown`: There is nothing at this path.
         */
        readonly "Document404-Path_Unknown": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errorClassification": "Resource not found",
                 *       "localizedValue": "There is nothing at this path.",
                 *       "errorDetails": [
                 *         {
                 *           "message": "Error_Path_Unknown",
                 *           "localizedValue": "There is nothing at this path.",
                 *           "erroneousInputOutputFieldInPage": "",
                 *           "erroneousInputOutputIdentifier": ""
                 *         }
                 *       ],
                 *       "requestId": "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"] & {
                    readonly errorDetails?: readonly {
                        /** @enum {string} */
                        readonly message?: "Error_Path_Unknown";
                    }[];
                };
            };
        };
    };
    parameters: {
        /**
         * @description The name of a data view.
         * @example StoreList
         */
        readonly ViewName: components["schemas"]["ViewName"];
        /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
        readonly "Idempotency-Key": string;
        /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
        readonly "If-Match": string;
        /** @description `wait=5` (RFC 7240): if no worker has processed the sale yet, the call waits until one has, for that many seconds and ten at most. The answer then shows the present state, whatever it is. If many calls wait, it comes at once. */
        readonly Prefer: string;
        /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
        readonly "Rewards-Position": string;
        /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
        readonly "X-Operator": string;
    };
    requestBodies: never;
    headers: {
        /** @description The content encoding that requests may have; sent if the request had another. */
        readonly "Accept-Encoding": "gzip";
        /** @description The object's version: `w/"<@version>"`. Send it back in `If-Match`. */
        readonly ETag: string;
        /** @description The call was done before; this is the first answer again. */
        readonly "Idempotent-Replayed": "true";
        /** @description The path of the new object. */
        readonly Location: string;
        /** @description What is left of the caller's limits, as in draft-ietf-httpapi-ratelimit-headers-10: `r` calls (or bytes), and the seconds `t` until the limit starts anew. Other answers carry it once half of the calls are used. */
        readonly RateLimit: string;
        /** @description The caller's limits: `q` calls, or bytes if `qu` says so, in `w` seconds. */
        readonly "RateLimit-Policy": string;
        /** @description A position of the database after the write. Send it with reads that must show the write. Only if the service has read replicas. */
        readonly "Rewards-Position": string;
        /** @description The seconds to wait before trying again. */
        readonly "Retry-After": number;
        /** @description The request's own ID if it has this form, otherwise a new UUID. The service's log has it too. */
        readonly "X-Request-Id": string;
        /** @description The authentication scheme. */
        readonly "WWW-Authenticate": "Bearer" | "Basic realm=\"Rewards\"";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly "sales.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "SaleCase",
                 *       "content": {
                 *         "Origin": "API",
                 *         "ExternalID": "POS-7-000123",
                 *         "SaleChannelCode": "STORE",
                 *         "PointOfSaleID": "TILL-3",
                 *         "SaleItems": [
                 *           {
                 *             "ProductCode": "P-COFFEE",
                 *             "Quantity": 2,
                 *             "TotalAmount": 19.98
                 *           }
                 *         ],
                 *         "SaleDateTime": "2026-11-21T13:31:48.000Z",
                 *         "MemberExternalID": "M-1001",
                 *         "StoreCode": "S-042"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["SaleCreate"];
            };
        };
        readonly responses: {
            /** @description The sale was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403-Key_Forbidden-Sale_TooLarge"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422-Member_Unknown-Sale_Unknown-Store_Unknown"];
            readonly 429: components["responses"]["Create429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "redemptions.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "RedemptionCase",
                 *       "content": {
                 *         "Origin": "API",
                 *         "ExternalID": "APP-000042",
                 *         "MemberExternalID": "M-1001",
                 *         "RedemptionItems": [
                 *           {
                 *             "Quantity": "1",
                 *             "RewardExternalID": "R-MUG",
                 *             "VoucherCode": ""
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["RedemptionCreate"];
            };
        };
        readonly responses: {
            /** @description The redemption was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403-Key_Forbidden"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422-Member_Unknown"];
            readonly 429: components["responses"]["Create429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "stores.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "Store",
                 *       "content": {
                 *         "Origin": "API",
                 *         "StoreCode": "S-042",
                 *         "Name": "Main Street",
                 *         "Description": "Open from 7 to 21",
                 *         "IsParticipating": true,
                 *         "Address": {
                 *           "Street": "Main Street 1",
                 *           "City": "Springfield",
                 *           "StateProvince": "IL",
                 *           "Country": "US",
                 *           "PostalCode": "62701"
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["StoreCreate"];
            };
        };
        readonly responses: {
            /** @description The store was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoreCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409-Key_Taken"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422-Store_Unknown"];
            readonly 429: components["responses"]["Create429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "members.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "Member",
                 *       "content": {
                 *         "Origin": "API",
                 *         "ExternalID": "M-1001",
                 *         "DateOfBirth": "1990-05-17",
                 *         "EmailAddress": "ada@example.com",
                 *         "FullName": "Ada Example",
                 *         "MobileNumber": "491700000000",
                 *         "JoinDateTime": "2026-01-15T09:30:00.000Z",
                 *         "ProgramBusinessID": "REWARDS"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["MemberCreate"];
            };
        };
        readonly responses: {
            /** @description The member was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403-Key_Forbidden"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409-Key_Taken"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422-Programme_Unknown"];
            readonly 429: components["responses"]["Create429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "products.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "Product",
                 *       "content": {
                 *         "Origin": "API",
                 *         "Name": "Ground coffee, 500 g",
                 *         "Description": "Open from 7 to 21",
                 *         "ProductCode": "P-COFFEE",
                 *         "Brand": "Roastery",
                 *         "Category": "Beverages",
                 *         "Incentivizable": true
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ProductCreate"];
            };
        };
        readonly responses: {
            /** @description The product was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409-Key_Taken"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422"];
            readonly 429: components["responses"]["Create429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "rewards.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "Reward",
                 *       "content": {
                 *         "Origin": "API",
                 *         "Name": "Coffee mug",
                 *         "ExternalID": "R-MUG",
                 *         "RewardType": "stock_control",
                 *         "RewardExpiration": "2027-12-31T23:59:59.000Z",
                 *         "RewardCost": "100",
                 *         "DaysAvailable": "30"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["RewardCreate"];
            };
        };
        readonly responses: {
            /** @description The reward was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403-Key_Forbidden"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409-Key_Taken"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422"];
            readonly 429: components["responses"]["Create429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "segments.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "SegmentCase",
                 *       "content": {
                 *         "Name": "Regulars",
                 *         "Description": "Open from 7 to 21"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["SegmentCreate"];
            };
        };
        readonly responses: {
            /** @description The segment was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422"];
            readonly 429: components["responses"]["Create429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "earningRules.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "EarningRule",
                 *       "content": {
                 *         "Origin": "API",
                 *         "ProgramBusinessID": "REWARDS",
                 *         "RuleID": "PASTRY2",
                 *         "Name": "Double points on pastries",
                 *         "Description": "Open from 7 to 21",
                 *         "Rule": {
                 *           "from": "2026-05-01T00:00",
                 *           "where": {
                 *             "category": [
                 *               "Pastries"
                 *             ]
                 *           },
                 *           "gives": {
                 *             "multiplier": "2"
                 *           }
                 *         },
                 *         "InForceFrom": null
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["EarningRuleCreate"];
            };
        };
        readonly responses: {
            /** @description The earning rule was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EarningRuleCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409-Key_Taken"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422-Programme_Unknown-Rule_TooMany"];
            readonly 429: components["responses"]["Create429-Rule_TooOften"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "redemptions.cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example RED-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "Reason": "Wrong size"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content?: components["schemas"]["RedemptionCancelContent"] | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionCancelAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Erased-Member_Merged-Redemption_NothingLeft"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Balance_OutOfRange-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "redemptionItems.lock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example ITEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {}
                 *     }
                 */
                readonly "application/json": {
                    readonly content?: components["schemas"]["RedemptionItemLockContent"] | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemLockAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Blocked-Member_Erased-Voucher_Expired"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "redemptionItems.unlock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example ITEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {}
                 *     }
                 */
                readonly "application/json": {
                    readonly content?: components["schemas"]["RedemptionItemUnlockContent"] | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemUnlockAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Erased-Voucher_Expired-Voucher_LockedByOther"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "redemptionItems.use": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example ITEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {}
                 *     }
                 */
                readonly "application/json": {
                    readonly content?: components["schemas"]["RedemptionItemUseContent"] | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemUseAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Blocked-Member_Erased-Voucher_Expired-Voucher_LockedByOther"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "redemptionItems.cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example ITEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "Reason": "Wrong size"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content?: components["schemas"]["RedemptionItemCancelContent"] | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemCancelAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Erased-Member_Merged-Voucher_Expired"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Balance_OutOfRange-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "stores.edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example STO-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "Name": "Main Street",
                 *         "Description": "Open from 7 to 21",
                 *         "Address": {
                 *           "Street": "Main Street 1",
                 *           "City": "Springfield",
                 *           "StateProvince": "IL",
                 *           "Country": "US",
                 *           "PostalCode": "62701"
                 *         },
                 *         "IsParticipating": true
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["StoreEditContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoreEditAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Key_Taken"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Store_Unknown"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "members.edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example MEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "FullName": "Ada Example",
                 *         "EmailAddress": "ada@example.com",
                 *         "MobileNumber": "491700000000",
                 *         "DateOfBirth": "1990-05-17",
                 *         "JoinDateTime": "2026-01-15T09:30:00.000Z"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["MemberEditContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberEditAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Erased"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "members.addBalance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example MEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "AdjustBalances": {
                 *           "Amount": 25,
                 *           "Name": "Points"
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["MemberAddBalanceContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberAddBalanceAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403-Adjustment_TooLarge"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Erased"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Balance_Insufficient-Balance_OutOfRange-Currency_Unknown-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429-Adjustments_Spent"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "members.addCard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example MEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "CardNumber": "4012-7781"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["MemberAddCardContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberAddCardAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403-Key_Forbidden"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Key_Taken-Member_Erased"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "members.removeCard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example MEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "CardNumber": "4012-7781"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["MemberRemoveCardContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberRemoveCardAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Erased"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Card_Unknown-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "members.merge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example MEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "FromMemberExternalID": "M-1002"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["MemberMergeContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberMergeAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Blocked-Member_Erased"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Balance_OutOfRange-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Member_Same-Member_Unknown-Programme_Other"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "members.block": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example MEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {}
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["MemberBlockContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberBlockAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Erased"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "members.unblock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example MEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": null
                 *     }
                 */
                readonly "application/json": {
                    /** @description The action takes no fields. */
                    readonly content?: Record<string, never> | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberUnblockAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Member_Erased"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "products.edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example PRO-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "Name": "Ground coffee, 500 g",
                 *         "Description": "Open from 7 to 21",
                 *         "Brand": "Roastery",
                 *         "Category": "Beverages",
                 *         "Incentivizable": true
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["ProductEditContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductEditAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Key_Taken"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "products.deleteObject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example PRO-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": null
                 *     }
                 */
                readonly "application/json": {
                    /** @description The action takes no fields. */
                    readonly content?: Record<string, never> | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductDeleteObjectAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "rewards.addRewardStock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example REW-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "RewardQuantity": 10
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["RewardAddRewardStockContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardAddRewardStockAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Stock_NotCounted-Stock_OutOfRange"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "rewards.deleteObject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example REW-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": null
                 *     }
                 */
                readonly "application/json": {
                    /** @description The action takes no fields. */
                    readonly content?: Record<string, never> | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardDeleteObjectAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "segments.addMembers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example SEG-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "MemberExternalIDs": [
                 *           "M-1001"
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["SegmentAddMembersContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentAddMembersAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Member_Unknown"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "segments.removeMembers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example SEG-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "MemberExternalIDs": [
                 *           "M-1001"
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["SegmentRemoveMembersContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentRemoveMembersAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Member_Unknown"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "segments.markAsInactive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example SEG-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": null
                 *     }
                 */
                readonly "application/json": {
                    /** @description The action takes no fields. */
                    readonly content?: Record<string, never> | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentMarkAsInactiveAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "earningRules.edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example RUL-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "Rule": {
                 *           "from": "2026-05-01T00:00",
                 *           "where": {
                 *             "category": [
                 *               "Pastries"
                 *             ]
                 *           },
                 *           "gives": {
                 *             "multiplier": "2"
                 *           }
                 *         },
                 *         "Name": "Double points on pastries",
                 *         "Description": "Open from 7 to 21",
                 *         "InForceFrom": null
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["EarningRuleEditContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EarningRuleEditAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type"];
            readonly 429: components["responses"]["Action429-Rule_TooOften"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "earningRules.end": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example RUL-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": null
                 *     }
                 */
                readonly "application/json": {
                    /** @description The action takes no fields. */
                    readonly content?: Record<string, never> | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EarningRuleEndAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "objects.edit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example STO-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "Name": "Main Street",
                 *         "Description": "Open from 7 to 21",
                 *         "Address": {
                 *           "Street": "Main Street 1",
                 *           "City": "Springfield",
                 *           "StateProvince": "IL",
                 *           "Country": "US",
                 *           "PostalCode": "62701"
                 *         },
                 *         "IsParticipating": true
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly content: components["schemas"]["StoreEditContent"] | components["schemas"]["MemberEditContent"] | components["schemas"]["ProductEditContent"] | components["schemas"]["EarningRuleEditContent"];
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoreEditAnswer"] | components["schemas"]["MemberEditAnswer"] | components["schemas"]["ProductEditAnswer"] | components["schemas"]["EarningRuleEditAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409-Key_Taken-Member_Erased"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422-Field_Format-Field_Length-Field_Range-Field_Required-Field_Text-Field_Type-Store_Unknown"];
            readonly 429: components["responses"]["Action429-Rule_TooOften"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "objects.deleteObject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. If the object has another version, the call is refused with 409 and changes nothing. */
                readonly "If-Match"?: components["parameters"]["If-Match"];
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example PRO-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": null
                 *     }
                 */
                readonly "application/json": {
                    /** @description The action takes no fields. */
                    readonly content?: Record<string, never> | null | undefined;
                    /** @description Always empty. */
                    readonly pageInstructions?: readonly Record<string, never>[] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The action is done; the answer has the resulting status. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductDeleteObjectAnswer"] | components["schemas"]["RewardDeleteObjectAnswer"];
                };
            };
            readonly 400: components["responses"]["Action400"];
            readonly 401: components["responses"]["Action401"];
            readonly 403: components["responses"]["Action403"];
            readonly 404: components["responses"]["Action404"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Action409"];
            readonly 412: components["responses"]["Action412"];
            readonly 413: components["responses"]["Action413"];
            readonly 415: components["responses"]["Action415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Action422"];
            readonly 429: components["responses"]["Action429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Action503"];
        };
    };
    readonly "objects.create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free. */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "objectTypeID": "SaleCase",
                 *       "content": {
                 *         "Origin": "API",
                 *         "ExternalID": "POS-7-000123",
                 *         "SaleChannelCode": "STORE",
                 *         "PointOfSaleID": "TILL-3",
                 *         "SaleItems": [
                 *           {
                 *             "ProductCode": "P-COFFEE",
                 *             "Quantity": 2,
                 *             "TotalAmount": 19.98
                 *           }
                 *         ],
                 *         "SaleDateTime": "2026-11-21T13:31:48.000Z",
                 *         "MemberExternalID": "M-1001",
                 *         "StoreCode": "S-042"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["SaleCreate"] | components["schemas"]["RedemptionCreate"] | components["schemas"]["StoreCreate"] | components["schemas"]["MemberCreate"] | components["schemas"]["ProductCreate"] | components["schemas"]["RewardCreate"] | components["schemas"]["SegmentCreate"] | components["schemas"]["EarningRuleCreate"];
            };
        };
        readonly responses: {
            /** @description The object was created, by this call or by an earlier identical one. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Rewards-Position": components["headers"]["Rewards-Position"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleCreated"] | components["schemas"]["RedemptionCreated"] | components["schemas"]["StoreCreated"] | components["schemas"]["MemberCreated"] | components["schemas"]["ProductCreated"] | components["schemas"]["RewardCreated"] | components["schemas"]["SegmentCreated"] | components["schemas"]["EarningRuleCreated"];
                };
            };
            readonly 400: components["responses"]["Create400"];
            readonly 401: components["responses"]["Create401"];
            readonly 403: components["responses"]["Create403-Key_Forbidden-Sale_TooLarge"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Create409-Key_Taken"];
            readonly 413: components["responses"]["Create413"];
            readonly 415: components["responses"]["Create415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["Create422-Member_Unknown-Programme_Unknown-Rule_TooMany-Sale_Unknown-Store_Unknown"];
            readonly 429: components["responses"]["Create429-Rule_TooOften"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Create503"];
        };
    };
    readonly "objects.get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example MEM-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The object. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ObjectAnswer"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Read401"];
            readonly 403: components["responses"]["Read403"];
            readonly 404: components["responses"]["Read404"];
            readonly 408: components["responses"]["Any408"];
            readonly 410: components["responses"]["Read410"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Read429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Read503"];
        };
    };
    readonly "objects.import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The type of the objects.
                 * @example Sale
                 */
                readonly ObjectPath: "Sale" | "Redemption" | "Store" | "Member" | "Product" | "Reward" | "Segment" | "EarningRule";
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /** @example {"Origin":"API","ExternalID":"POS-7-000123","SaleChannelCode":"STORE","PointOfSaleID":"TILL-3","SaleItems":[{"ProductCode":"P-COFFEE","Quantity":2,"TotalAmount":19.98}],"SaleDateTime":"2026-11-21T13:31:48.000Z","MemberExternalID":"M-1001","StoreCode":"S-042"} */
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description A line for each line of the body that is not empty. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                };
            };
            readonly 400: components["responses"]["Import400"];
            readonly 401: components["responses"]["Import401"];
            readonly 403: components["responses"]["Import403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["Import413"];
            readonly 415: components["responses"]["Import415"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Import429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Import503"];
        };
    };
    readonly "objects.getAction": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example RED-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
                /**
                 * @description The action.
                 * @example Cancel
                 */
                readonly Action: components["schemas"]["ActionName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The action. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActionAnswer"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Read401"];
            readonly 403: components["responses"]["Read403"];
            readonly 404: components["responses"]["Read404-Action_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Read409-Status_Illegal-Voucher_Expired"];
            readonly 410: components["responses"]["Read410"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Read429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Read503"];
        };
    };
    readonly "views.ledgerEntriesBetweenDates.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001","FromDateTime":"2026-01-01T00:00:00.000Z","ToDateTime":"2099-12-31T23:59:59.999Z"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"CurrencyAvailable"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LedgerEntryCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Range-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.ledgerEntriesBetweenDates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001",
                 *         "FromDateTime": "2026-01-01T00:00:00.000Z",
                 *         "ToDateTime": "2099-12-31T23:59:59.999Z"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "CurrencyAvailable"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["LedgerEntriesBetweenDatesParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LedgerEntryCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Range-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.memberBalances.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Name"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberBalanceRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.memberBalances": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Name"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["MemberBalancesParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberBalanceRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.memberCards.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"CardNumber"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberCardRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.memberCards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "CardNumber"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["MemberCardsParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberCardRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.expiringPoints.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Member"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExpiringPointsRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.expiringPoints": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Member"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["ExpiringPointsParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExpiringPointsRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.expiringPointsBetween.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"FromDateTime":"2026-01-01T00:00:00.000Z","ToDateTime":"2099-12-31T23:59:59.999Z"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Member"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExpiringPointsRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Range-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.expiringPointsBetween": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "FromDateTime": "2026-01-01T00:00:00.000Z",
                 *         "ToDateTime": "2099-12-31T23:59:59.999Z"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Member"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["ExpiringPointsBetweenParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExpiringPointsRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Range-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.ledgerTotalsByDay.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Currency"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LedgerDayRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.ledgerTotalsByDay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Currency"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LedgerDayRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.returnsBySale.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"ExternalID":"POS-7-000123"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Return"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleReturnRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.returnsBySale": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "ExternalID": "POS-7-000123"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Return"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["ReturnsBySaleParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleReturnRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.saleOutcome.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"SaleID":"SALE-01a1fe4e5130747296a822878b7abcfa"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Status"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description `wait=5` (RFC 7240): if no worker has processed the sale yet, the call waits until one has, for that many seconds and ten at most. The answer then shows the present state, whatever it is. If many calls wait, it comes at once. */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleOutcomeRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.saleOutcome": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `wait=5` (RFC 7240): if no worker has processed the sale yet, the call waits until one has, for that many seconds and ten at most. The answer then shows the present state, whatever it is. If many calls wait, it comes at once. */
                readonly Prefer?: components["parameters"]["Prefer"];
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "SaleID": "SALE-01a1fe4e5130747296a822878b7abcfa"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Status"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["SaleOutcomeParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleOutcomeRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.segmentMembers.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"SegmentID":"SEG-01a1fe4e5130747296a822878b7abcfa"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Segment"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentMemberRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.segmentMembers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "SegmentID": "SEG-01a1fe4e5130747296a822878b7abcfa"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Segment"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["SegmentMembersParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentMemberRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.segmentsByMember.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Segment"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentMemberRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.segmentsByMember": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Segment"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["SegmentsByMemberParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentMemberRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.previewSale.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001","StoreCode":"S-042","SaleChannelCode":"STORE","SaleDateTime":"2026-11-21T13:31:48.000Z","SaleItems":[{"ProductCode":"P-COFFEE","Quantity":2,"TotalAmount":19.98}]}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Points"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SalePreviewRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422-Member_Unknown-Programme_Unknown-Sale_Unknown-Store_Unknown"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.previewSale": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001",
                 *         "StoreCode": "S-042",
                 *         "SaleChannelCode": "STORE",
                 *         "SaleDateTime": "2026-11-21T13:31:48.000Z",
                 *         "SaleItems": [
                 *           {
                 *             "ProductCode": "P-COFFEE",
                 *             "Quantity": 2,
                 *             "TotalAmount": 19.98
                 *           }
                 *         ]
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Points"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["PreviewSaleParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SalePreviewRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422-Member_Unknown-Programme_Unknown-Sale_Unknown-Store_Unknown"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.ruleProgress.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"RuleID"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RuleProgressRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.ruleProgress": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "RuleID"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["RuleProgressParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RuleProgressRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.memberTiers.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Currency"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberTierRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.memberTiers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Currency"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["MemberTiersParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberTierRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.tierChangesByMember.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Member"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TierChangeRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.tierChangesByMember": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Member"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["TierChangesByMemberParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TierChangeRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.objectHistory.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"ObjectID":"MEM-01a1fe4e5130747296a822878b7abcfa"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Object"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryEntryRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.objectHistory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "ObjectID": "MEM-01a1fe4e5130747296a822878b7abcfa"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Object"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["ObjectHistoryParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryEntryRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.eventsSince.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"Kinds":["sale.completed","balance.changed"]}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Type"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["ViewRead409-Position_Expired-Position_Lost"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.eventsSince": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "Kinds": [
                 *           "sale.completed",
                 *           "balance.changed"
                 *         ]
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Type"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["EventsSinceParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["View409-Position_Expired-Position_Lost"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.programList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Name"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProgramRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.programList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Name"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProgramRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.currencyList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Name"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CurrencyRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.currencyList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Name"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CurrencyRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.getSaleByBusinessKeys.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"ExternalID":"POS-7-000123"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.getSaleByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "ExternalID": "POS-7-000123"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["GetSaleByBusinessKeysParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.saleList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.saleList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SaleCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.getRedemptionByBusinessKeys.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"ExternalID":"APP-000042"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.getRedemptionByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "ExternalID": "APP-000042"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["GetRedemptionByBusinessKeysParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.redemptionList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.redemptionList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.redemptionItemsByVoucherCode.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"Voucher Code":"X3AJA-GKMAR-5C5P"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Name"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429-VoucherLookups_TooMany"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.redemptionItemsByVoucherCode": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "Voucher Code": "X3AJA-GKMAR-5C5P"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Name"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["RedemptionItemsByVoucherCodeParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429-VoucherLookups_TooMany"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.redemptionItemsByMember.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"MemberExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Name"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.redemptionItemsByMember": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "MemberExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Name"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["RedemptionItemsByMemberParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.redemptionItemList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Name"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.redemptionItemList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Name"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedemptionItemCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.getStoreByBusinessKeys.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"StoreCode":"S-042"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoreRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.getStoreByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "StoreCode": "S-042"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["GetStoreByBusinessKeysParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoreRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.storeList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoreRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.storeList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoreRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.getMemberByBusinessKeys.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"ExternalID":"M-1001"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.getMemberByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "ExternalID": "M-1001"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["GetMemberByBusinessKeysParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.memberList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.memberList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.getProductByBusinessKeys.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"ProductCode":"P-COFFEE"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.getProductByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "ProductCode": "P-COFFEE"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["GetProductByBusinessKeysParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.productList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.productList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProductRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.getRewardByBusinessKeys.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"ExternalID":"R-MUG"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.getRewardByBusinessKeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "ExternalID": "R-MUG"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["GetRewardByBusinessKeysParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.rewardList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.rewardList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.segmentsByName.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"Name":"Regulars"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Name"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.segmentsByName": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "Name": "Regulars"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Name"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["SegmentsByNameParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.segmentList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Name"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentCaseRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.segmentList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Name"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentCaseRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.earningRuleList.read": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example null
                 */
                readonly dataViewParameters?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EarningRuleRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.earningRuleList": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EarningRuleRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "views.earningRulesByProgramme.read": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"ProgramBusinessID":"REWARDS"}
                 */
                readonly dataViewParameters: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"select":[{"field":"Origin"}]}
                 */
                readonly query?: string;
                /**
                 * @description The same JSON as in the body of the POST.
                 * @example {"pageNumber":1,"pageSize":100}
                 */
                readonly paging?: string;
            };
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EarningRuleRows"];
                };
            };
            readonly 400: components["responses"]["ViewRead400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["ViewRead401"];
            readonly 403: components["responses"]["ViewRead403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["ViewRead422"];
            readonly 429: components["responses"]["ViewRead429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewRead503"];
        };
    };
    readonly "views.earningRulesByProgramme": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": {
                 *         "ProgramBusinessID": "REWARDS"
                 *       },
                 *       "query": {
                 *         "select": [
                 *           {
                 *             "field": "Origin"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly dataViewParameters: components["schemas"]["EarningRulesByProgrammeParameters"];
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                    /**
                     * @description Adds `totalCount` to the answer.
                     * @default false
                     */
                    readonly includeTotalCount?: boolean | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EarningRuleRows"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422"];
            readonly 429: components["responses"]["View429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "dataViews.list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The data views. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ViewList"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["ViewList401"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["ViewList429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewList503"];
        };
    };
    readonly "dataViews.metadata": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of a data view.
                 * @example StoreList
                 */
                readonly ViewName: components["parameters"]["ViewName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The description. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ViewMetadata"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["ViewMetadata401"];
            readonly 403: components["responses"]["ViewMetadata403"];
            readonly 404: components["responses"]["ViewMetadata404"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["ViewMetadata429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["ViewMetadata503"];
        };
    };
    readonly "dataViews.count": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server of the database answers. Without it, a read from a replica may be some seconds old. */
                readonly "Rewards-Position"?: components["parameters"]["Rewards-Position"];
            };
            readonly path: {
                /**
                 * @description The name of a data view.
                 * @example StoreList
                 */
                readonly ViewName: components["parameters"]["ViewName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dataViewParameters": null,
                 *       "query": {
                 *         "filter": {
                 *           "filterConditions": {
                 *             "F1": {
                 *               "lhs": {
                 *                 "field": "Status"
                 *               },
                 *               "comparator": "EQ",
                 *               "rhs": {
                 *                 "value": "Open-Active"
                 *               }
                 *             }
                 *           },
                 *           "logic": "F1"
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /** @description The same as in a POST of the view. */
                    readonly dataViewParameters?: Record<string, never> | null | undefined;
                    readonly query?: components["schemas"]["Query"] | null | undefined;
                    readonly paging?: components["schemas"]["Paging"] | null | undefined;
                };
            };
        };
        readonly responses: {
            /** @description The number of records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Count"];
                };
            };
            readonly 400: components["responses"]["View400-Parameter_Range-Parameter_Required-Parameter_Type"];
            readonly 401: components["responses"]["View401"];
            readonly 403: components["responses"]["View403"];
            readonly 404: components["responses"]["View404-DataView_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["View409-Position_Expired-Position_Lost"];
            readonly 413: components["responses"]["View413"];
            readonly 415: components["responses"]["View415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["View422-Member_Unknown-Programme_Unknown-Sale_Unknown-Store_Unknown"];
            readonly 429: components["responses"]["View429-VoucherLookups_TooMany"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["View503"];
        };
    };
    readonly "deadLetters.list": {
        readonly parameters: {
            readonly query?: {
                /** @description Only dead letters of this class. */
                readonly class?: "SaleCase" | "RedemptionCase" | "SegmentCase";
                /** @description Only dead letters with this reason. */
                readonly reason?: components["schemas"]["DeadLetterReason"];
                /** @description The `cursor` of the previous page. */
                readonly cursor?: string;
                /** @description The maximum number of dead letters in the answer. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of dead letters. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeadLetterPage"];
                };
            };
            readonly 400: components["responses"]["Operator400-Parameter_Type"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "deadLetters.get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example SALE-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dead letter. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeadLetterInspection"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404-DeadLetter_Unknown-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "deadLetters.replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example SALE-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The record is pending again. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReplayOneAnswer"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["Operator409-DeadLetter_Gone"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "deadLetters.discard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The object's `ID`, from its create or a data view.
                 * @example SALE-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reason": "sent by a broken till"
                 *     }
                 */
                readonly "application/json": components["schemas"]["DiscardContent"];
            };
        };
        readonly responses: {
            /** @description The record is discarded. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiscardAnswer"];
                };
            };
            readonly 400: components["responses"]["OperatorBody400"];
            readonly 401: components["responses"]["OperatorBody401"];
            readonly 403: components["responses"]["OperatorBody403"];
            readonly 404: components["responses"]["OperatorBody404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 409: components["responses"]["OperatorBody409-DeadLetter_Gone-Status_Illegal"];
            readonly 413: components["responses"]["OperatorBody413"];
            readonly 415: components["responses"]["OperatorBody415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["OperatorBody422"];
            readonly 429: components["responses"]["OperatorBody429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["OperatorBody503"];
        };
    };
    readonly "deadLetters.replayAll": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reason": "Error_Record_Refused",
                 *       "perSecond": 20
                 *     }
                 */
                readonly "application/json": components["schemas"]["ReplayContent"];
            };
        };
        readonly responses: {
            /** @description The number that is replayed, and the number that is left. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
            readonly 400: components["responses"]["OperatorBody400"];
            readonly 401: components["responses"]["OperatorBody401"];
            readonly 403: components["responses"]["OperatorBody403"];
            readonly 404: components["responses"]["OperatorBody404"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["OperatorBody413"];
            readonly 415: components["responses"]["OperatorBody415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["OperatorBody422"];
            readonly 429: components["responses"]["OperatorBody429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["OperatorBody503"];
        };
    };
    readonly "members.export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "externalID": "M-1001"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ExportContent"];
            };
        };
        readonly responses: {
            /** @description The rows. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExportAnswer"];
                };
            };
            readonly 400: components["responses"]["OperatorBody400"];
            readonly 401: components["responses"]["OperatorBody401"];
            readonly 403: components["responses"]["OperatorBody403"];
            readonly 404: components["responses"]["OperatorBody404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["OperatorBody413"];
            readonly 415: components["responses"]["OperatorBody415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["OperatorBody422-Export_TooLarge"];
            readonly 429: components["responses"]["OperatorBody429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["OperatorBody503"];
        };
    };
    readonly "members.erase": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "externalIDs": [
                 *         "M-1001"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErasureContent"];
            };
        };
        readonly responses: {
            /** @description How many are erased, and which were not found. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErasureAnswer"];
                };
            };
            readonly 400: components["responses"]["OperatorBody400"];
            readonly 401: components["responses"]["OperatorBody401"];
            readonly 403: components["responses"]["OperatorBody403"];
            readonly 404: components["responses"]["OperatorBody404"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["OperatorBody413"];
            readonly 415: components["responses"]["OperatorBody415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["OperatorBody422"];
            readonly 429: components["responses"]["OperatorBody429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["OperatorBody503"];
        };
    };
    readonly "webhooks.list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All webhooks. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookList"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "webhooks.add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/events",
                 *       "kinds": [
                 *         "sale.completed",
                 *         "voucher.*"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["WebhookContent"];
            };
        };
        readonly responses: {
            /** @description The webhook's ID and secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            readonly 400: components["responses"]["OperatorBody400"];
            readonly 401: components["responses"]["OperatorBody401"];
            readonly 403: components["responses"]["OperatorBody403"];
            readonly 404: components["responses"]["OperatorBody404"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["OperatorBody413"];
            readonly 415: components["responses"]["OperatorBody415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["OperatorBody422-Webhook_TooMany"];
            readonly 429: components["responses"]["OperatorBody429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["OperatorBody503"];
        };
    };
    readonly "webhooks.rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The webhook's `id`.
                 * @example WH-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The new secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookRotation"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "webhooks.pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The webhook's `id`.
                 * @example WH-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What it is from now on. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookState"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "webhooks.resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The webhook's `id`.
                 * @example WH-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What it is from now on. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookState"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "webhooks.remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The webhook's `id`.
                 * @example WH-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What it is from now on. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookState"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "webhooks.replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The webhook's `id`.
                 * @example WH-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "since": "2026-11-21T13:31:49.313Z"
                 *     }
                 */
                readonly "application/json": components["schemas"]["WebhookReplayContent"];
            };
        };
        readonly responses: {
            /** @description How many events were set aside, or how far back in the log it is now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookReplayAnswer"];
                };
            };
            readonly 400: components["responses"]["OperatorBody400"];
            readonly 401: components["responses"]["OperatorBody401"];
            readonly 403: components["responses"]["OperatorBody403"];
            readonly 404: components["responses"]["OperatorBody404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["OperatorBody413"];
            readonly 415: components["responses"]["OperatorBody415"];
            readonly 421: components["responses"]["Any421"];
            readonly 422: components["responses"]["OperatorBody422"];
            readonly 429: components["responses"]["OperatorBody429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["OperatorBody503"];
        };
    };
    readonly "webhooks.attempts": {
        readonly parameters: {
            readonly query?: {
                /** @description Only those that failed. */
                readonly failed?: "true";
            };
            readonly header?: {
                /** @description The operator's name for the audit: printable ASCII, at most 64 characters. */
                readonly "X-Operator"?: components["parameters"]["X-Operator"];
            };
            readonly path: {
                /**
                 * @description The webhook's `id`.
                 * @example WH-01a1fe4e5130747296a822878b7abcfa
                 */
                readonly ID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The attempts. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookAttempts"];
                };
            };
            readonly 400: components["responses"]["Operator400-Parameter_Type"];
            readonly 401: components["responses"]["Operator401"];
            readonly 403: components["responses"]["Operator403"];
            readonly 404: components["responses"]["Operator404-Object_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Operator429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Operator503"];
        };
    };
    readonly "tokens.issue": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "7h2k9m4q0r5t8v1x",
                 *       "client_secret": "the client's secret"
                 *     }
                 */
                readonly "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        readonly responses: {
            /** @description The token. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            readonly 400: components["responses"]["Token400"];
            readonly 401: components["responses"]["Token401"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["Token413"];
            readonly 415: components["responses"]["Token415"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Token429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Token503"];
        };
    };
    readonly "tokens.revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOi…",
                 *       "client_id": "7h2k9m4q0r5t8v1x",
                 *       "client_secret": "the client's secret"
                 *     }
                 */
                readonly "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        readonly responses: {
            /** @description The token has ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevocationAnswer"];
                };
            };
            readonly 400: components["responses"]["Revocation400"];
            readonly 401: components["responses"]["Revocation401"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["Revocation413"];
            readonly 415: components["responses"]["Revocation415"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Revocation429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Revocation503"];
        };
    };
    readonly "tokens.issueAtUas": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "7h2k9m4q0r5t8v1x",
                 *       "client_secret": "the client's secret"
                 *     }
                 */
                readonly "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        readonly responses: {
            /** @description The token. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            readonly 400: components["responses"]["Token400"];
            readonly 401: components["responses"]["Token401"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["Token413"];
            readonly 415: components["responses"]["Token415"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Token429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Token503"];
        };
    };
    readonly "tokens.revokeAtUas": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOi…",
                 *       "client_id": "7h2k9m4q0r5t8v1x",
                 *       "client_secret": "the client's secret"
                 *     }
                 */
                readonly "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        readonly responses: {
            /** @description The token has ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevocationAnswer"];
                };
            };
            readonly 400: components["responses"]["Revocation400"];
            readonly 401: components["responses"]["Revocation401"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["Revocation413"];
            readonly 415: components["responses"]["Revocation415"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Revocation429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Revocation503"];
        };
    };
    readonly "tokens.issueAtPrweb": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "7h2k9m4q0r5t8v1x",
                 *       "client_secret": "the client's secret"
                 *     }
                 */
                readonly "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        readonly responses: {
            /** @description The token. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            readonly 400: components["responses"]["Token400"];
            readonly 401: components["responses"]["Token401"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["Token413"];
            readonly 415: components["responses"]["Token415"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Token429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Token503"];
        };
    };
    readonly "tokens.revokeAtPrweb": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOi…",
                 *       "client_id": "7h2k9m4q0r5t8v1x",
                 *       "client_secret": "the client's secret"
                 *     }
                 */
                readonly "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        readonly responses: {
            /** @description The token has ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevocationAnswer"];
                };
            };
            readonly 400: components["responses"]["Revocation400"];
            readonly 401: components["responses"]["Revocation401"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 413: components["responses"]["Revocation413"];
            readonly 415: components["responses"]["Revocation415"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Revocation429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            readonly 503: components["responses"]["Revocation503"];
        };
    };
    readonly "health.live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process is alive. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Liveness"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Any429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
        };
    };
    readonly "health.ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sales are accepted. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Readiness"];
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Any429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
            /** @description Sales are not accepted. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    readonly "service.root": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The places. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Root"];
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Any400"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Any429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
        };
    };
    readonly "service.openapi": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
            /** @description Unchanged since the `ETag` in `If-None-Match`. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Any400"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Any429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
        };
    };
    readonly "service.reference": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            /** @description Unchanged since the `ETag` in `If-None-Match`. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Any400"];
            readonly 403: components["responses"]["Any403"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Any429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
        };
    };
    readonly "service.referenceFile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example page.css */
                readonly file: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/*": string;
                };
            };
            /** @description Unchanged since the `ETag` in `If-None-Match`. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Any400"];
            readonly 403: components["responses"]["Any403"];
            readonly 404: components["responses"]["Document404-Path_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Any429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
        };
    };
    readonly "service.page": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @example integrate */
                readonly page: "integrate" | "interface";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            /** @description Unchanged since the `ETag` in `If-None-Match`. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Any400"];
            readonly 403: components["responses"]["Any403"];
            readonly 404: components["responses"]["Document404-Path_Unknown"];
            readonly 408: components["responses"]["Any408"];
            readonly 421: components["responses"]["Any421"];
            readonly 429: components["responses"]["Any429"];
            readonly 431: components["responses"]["Any431"];
            readonly 500: components["responses"]["Any500"];
        };
    };
}
