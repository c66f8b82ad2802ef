/** Made from the API's description by `npm run generate`; not to be changed by hand. */
/** What each call of the client sends, by its operation's ID. */
export const calls = {
  "sales.create": {
    "kind": "create",
    "method": "POST",
    "path": "/Sale/dx/api/application/v2/objects",
    "objectTypeID": "SaleCase",
    "keyField": "ExternalID"
  },
  "redemptions.create": {
    "kind": "create",
    "method": "POST",
    "path": "/Redemption/dx/api/application/v2/objects",
    "objectTypeID": "RedemptionCase",
    "keyField": "ExternalID"
  },
  "stores.create": {
    "kind": "create",
    "method": "POST",
    "path": "/Store/dx/api/application/v2/objects",
    "objectTypeID": "Store",
    "keyField": null
  },
  "members.create": {
    "kind": "create",
    "method": "POST",
    "path": "/Member/dx/api/application/v2/objects",
    "objectTypeID": "Member",
    "keyField": null
  },
  "products.create": {
    "kind": "create",
    "method": "POST",
    "path": "/Product/dx/api/application/v2/objects",
    "objectTypeID": "Product",
    "keyField": null
  },
  "rewards.create": {
    "kind": "create",
    "method": "POST",
    "path": "/Reward/dx/api/application/v2/objects",
    "objectTypeID": "Reward",
    "keyField": null
  },
  "segments.create": {
    "kind": "create",
    "method": "POST",
    "path": "/Segment/dx/api/application/v2/objects",
    "objectTypeID": "SegmentCase",
    "keyField": null
  },
  "earningRules.create": {
    "kind": "create",
    "method": "POST",
    "path": "/EarningRule/dx/api/application/v2/objects",
    "objectTypeID": "EarningRule",
    "keyField": null
  },
  "redemptions.cancel": {
    "kind": "action",
    "method": "PATCH",
    "path": "/Redemption/dx/api/application/v2/objects/{ID}/actions/Cancel",
    "takesContent": "optional"
  },
  "redemptionItems.lock": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/Lock",
    "takesContent": "optional"
  },
  "redemptionItems.unlock": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/Unlock",
    "takesContent": "optional"
  },
  "redemptionItems.use": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/Use",
    "takesContent": "optional"
  },
  "redemptionItems.cancel": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/Cancel",
    "takesContent": "optional"
  },
  "stores.edit": {
    "kind": "action",
    "method": "PATCH",
    "path": "/Store/dx/api/application/v2/objects/{ID}/actions/Edit",
    "takesContent": true
  },
  "members.edit": {
    "kind": "action",
    "method": "PATCH",
    "path": "/Member/dx/api/application/v2/objects/{ID}/actions/Edit",
    "takesContent": true
  },
  "members.addBalance": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/AddBalance",
    "takesContent": true
  },
  "members.payWithPoints": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/PayWithPoints",
    "takesContent": true
  },
  "members.cancelPayment": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/CancelPayment",
    "takesContent": true
  },
  "members.addCard": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/AddCard",
    "takesContent": true
  },
  "members.removeCard": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/RemoveCard",
    "takesContent": true
  },
  "members.merge": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/Merge",
    "takesContent": true
  },
  "members.block": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/Block",
    "takesContent": true
  },
  "members.unblock": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/Unblock",
    "takesContent": false
  },
  "products.edit": {
    "kind": "action",
    "method": "PATCH",
    "path": "/Product/dx/api/application/v2/objects/{ID}/actions/Edit",
    "takesContent": true
  },
  "products.deleteObject": {
    "kind": "action",
    "method": "PATCH",
    "path": "/Product/dx/api/application/v2/objects/{ID}/actions/DeleteObject",
    "takesContent": false
  },
  "rewards.addRewardStock": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/AddRewardStock",
    "takesContent": true
  },
  "rewards.deleteObject": {
    "kind": "action",
    "method": "PATCH",
    "path": "/Reward/dx/api/application/v2/objects/{ID}/actions/DeleteObject",
    "takesContent": false
  },
  "segments.addMembers": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/AddMembers",
    "takesContent": true
  },
  "segments.removeMembers": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/RemoveMembers",
    "takesContent": true
  },
  "segments.markAsInactive": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/MarkAsInactive",
    "takesContent": false
  },
  "earningRules.edit": {
    "kind": "action",
    "method": "PATCH",
    "path": "/EarningRule/dx/api/application/v2/objects/{ID}/actions/Edit",
    "takesContent": true
  },
  "earningRules.end": {
    "kind": "action",
    "method": "PATCH",
    "path": "/dx/api/application/v2/objects/{ID}/actions/End",
    "takesContent": false
  },
  "objects.get": {
    "kind": "object",
    "method": "GET",
    "path": "/dx/api/application/v2/objects/{ID}"
  },
  "objects.getAction": {
    "kind": "other",
    "method": "GET",
    "path": "/dx/api/application/v2/objects/{ID}/actions/{Action}",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": true
  },
  "views.ledgerEntriesBetweenDates": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/LedgerEntriesBetweenDates",
    "takesParameters": true
  },
  "views.memberBalances": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/MemberBalances",
    "takesParameters": true
  },
  "views.memberCards": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/MemberCards",
    "takesParameters": true
  },
  "views.paymentsByMember": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/PaymentsByMember",
    "takesParameters": true
  },
  "views.expiringPoints": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/ExpiringPoints",
    "takesParameters": true
  },
  "views.expiringPointsBetween": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/ExpiringPointsBetween",
    "takesParameters": true
  },
  "views.ledgerTotalsByDay": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/LedgerTotalsByDay",
    "takesParameters": false
  },
  "views.returnsBySale": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/ReturnsBySale",
    "takesParameters": true
  },
  "views.saleOutcome": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/SaleOutcome",
    "takesParameters": true
  },
  "views.segmentMembers": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/SegmentMembers",
    "takesParameters": true
  },
  "views.segmentsByMember": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/SegmentsByMember",
    "takesParameters": true
  },
  "views.previewSale": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/PreviewSale",
    "takesParameters": true
  },
  "views.ruleProgress": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/RuleProgress",
    "takesParameters": true
  },
  "views.memberTiers": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/MemberTiers",
    "takesParameters": true
  },
  "views.tierChangesByMember": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/TierChangesByMember",
    "takesParameters": true
  },
  "views.objectHistory": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/ObjectHistory",
    "takesParameters": true
  },
  "views.eventsSince": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/EventsSince",
    "takesParameters": true
  },
  "views.programList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/ProgramList",
    "takesParameters": false
  },
  "views.currencyList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/CurrencyList",
    "takesParameters": false
  },
  "views.getSaleByBusinessKeys": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/GetSaleByBusinessKeys",
    "takesParameters": true
  },
  "views.saleList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/SaleList",
    "takesParameters": false
  },
  "views.getRedemptionByBusinessKeys": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/GetRedemptionByBusinessKeys",
    "takesParameters": true
  },
  "views.redemptionList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/RedemptionList",
    "takesParameters": false
  },
  "views.redemptionItemsByVoucherCode": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/RedemptionItemsByVoucherCode",
    "takesParameters": true
  },
  "views.redemptionItemsByMember": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/RedemptionItemsByMember",
    "takesParameters": true
  },
  "views.redemptionItemList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/RedemptionItemList",
    "takesParameters": false
  },
  "views.getStoreByBusinessKeys": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/GetStoreByBusinessKeys",
    "takesParameters": true
  },
  "views.storeList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/StoreList",
    "takesParameters": false
  },
  "views.getMemberByBusinessKeys": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/GetMemberByBusinessKeys",
    "takesParameters": true
  },
  "views.memberList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/MemberList",
    "takesParameters": false
  },
  "views.getProductByBusinessKeys": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/GetProductByBusinessKeys",
    "takesParameters": true
  },
  "views.productList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/ProductList",
    "takesParameters": false
  },
  "views.getRewardByBusinessKeys": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/GetRewardByBusinessKeys",
    "takesParameters": true
  },
  "views.rewardList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/RewardList",
    "takesParameters": false
  },
  "views.segmentsByName": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/SegmentsByName",
    "takesParameters": true
  },
  "views.segmentList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/SegmentList",
    "takesParameters": false
  },
  "views.earningRuleList": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/EarningRuleList",
    "takesParameters": false
  },
  "views.earningRulesByProgramme": {
    "kind": "view",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/EarningRulesByProgramme",
    "takesParameters": true
  },
  "dataViews.list": {
    "kind": "other",
    "method": "GET",
    "path": "/dx/api/application/v2/data_views",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": true
  },
  "dataViews.metadata": {
    "kind": "other",
    "method": "GET",
    "path": "/dx/api/application/v2/data_views/{ViewName}/metadata",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": true
  },
  "dataViews.count": {
    "kind": "other",
    "method": "POST",
    "path": "/dx/api/application/v2/data_views/{ViewName}/count",
    "takesBody": true,
    "takesQuery": false,
    "isSafe": true
  },
  "deadLetters.list": {
    "kind": "other",
    "method": "GET",
    "path": "/ops/v1/dead-letters",
    "takesBody": false,
    "takesQuery": true,
    "isSafe": true
  },
  "deadLetters.get": {
    "kind": "other",
    "method": "GET",
    "path": "/ops/v1/dead-letters/{ID}",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": true
  },
  "deadLetters.replay": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/dead-letters/{ID}/replay",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": false
  },
  "deadLetters.discard": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/dead-letters/{ID}/discard",
    "takesBody": true,
    "takesQuery": false,
    "isSafe": false
  },
  "deadLetters.replayAll": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/dead-letters/replay",
    "takesBody": true,
    "takesQuery": false,
    "isSafe": false
  },
  "members.export": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/members/export",
    "takesBody": true,
    "takesQuery": false,
    "isSafe": false
  },
  "members.erase": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/members/erase",
    "takesBody": true,
    "takesQuery": false,
    "isSafe": false
  },
  "webhooks.list": {
    "kind": "other",
    "method": "GET",
    "path": "/ops/v1/webhooks",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": true
  },
  "webhooks.add": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/webhooks",
    "takesBody": true,
    "takesQuery": false,
    "isSafe": false
  },
  "webhooks.rotate": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/webhooks/{ID}/rotate",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": false
  },
  "webhooks.pause": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/webhooks/{ID}/pause",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": false
  },
  "webhooks.resume": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/webhooks/{ID}/resume",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": false
  },
  "webhooks.remove": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/webhooks/{ID}/remove",
    "takesBody": false,
    "takesQuery": false,
    "isSafe": false
  },
  "webhooks.replay": {
    "kind": "other",
    "method": "POST",
    "path": "/ops/v1/webhooks/{ID}/replay",
    "takesBody": true,
    "takesQuery": false,
    "isSafe": false
  },
  "webhooks.attempts": {
    "kind": "other",
    "method": "GET",
    "path": "/ops/v1/webhooks/{ID}/attempts",
    "takesBody": false,
    "takesQuery": true,
    "isSafe": true
  }
} as const;

/** The codes of errors that may go away by themselves. */
export const retryableCodes = [
  "Error_Request_Timeout",
  "Error_Credential_Throttled",
  "Error_Requests_TooMany",
  "Error_Calls_TooMany",
  "Error_BodyBytes_TooMany",
  "Error_ReadTime_Spent",
  "Error_VoucherLookups_TooMany",
  "Error_Adjustments_Spent",
  "Error_Rule_TooOften",
  "Error_Service_Failed",
  "Error_DataView_Timeout",
  "Error_Database_Unsuited",
  "Error_Service_Overloaded",
  "Error_Service_Unavailable"
] as const;
