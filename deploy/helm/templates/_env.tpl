{{/* URL of the database for a role, without a password. Arguments: root, role, address. */}}
{{- define "rewards.databaseUrl" -}}
{{- $database := .root.Values.database -}}
postgres://{{ .role }}@{{ .address }}/{{ $database.name }}{{ with $database.parameters }}?{{ . }}{{ end }}
{{- end -}}

{{/*
The secrets of a process: the variable without _FILE, and the entry of .Values.secrets. The file has the variable's name.
Arguments: root, component. Renders YAML with a list "files".
*/}}
{{- define "rewards.files" -}}
{{- $values := .root.Values -}}
{{- $role := dict "migrate" "owner" "commands" "service" | dig .component .component -}}
{{- $files := list (dict "variable" "DATABASE_PASSWORD" "secret" $role) -}}
{{- $queue := ternary "queue" $role (ne $values.queue.url "") -}}
{{- $files = append $files (dict "variable" "QUEUE_PASSWORD" "secret" $queue) -}}
{{- if eq .component "migrate" -}}
  {{- if $values.migrate.createRoles -}}
    {{- $files = append $files (dict "variable" "SERVICE_PASSWORD" "secret" "service") -}}
    {{- $files = append $files (dict "variable" "API_ROLE_PASSWORD" "secret" "api") -}}
    {{- $files = append $files (dict "variable" "WORKER_ROLE_PASSWORD" "secret" "worker") -}}
    {{- $files = append $files (dict "variable" "CONSOLE_ROLE_PASSWORD" "secret" "console") -}}
  {{- end -}}
{{- else -}}
  {{- if and $values.metrics.enabled (ne .component "commands") -}}
    {{- $files = append $files (dict "variable" "METRICS_TOKEN" "secret" "metricsToken") -}}
  {{- end -}}
  {{- if eq .component "api" -}}
    {{- $files = append $files (dict "variable" "OPERATOR_TOKEN" "secret" "operatorToken") -}}
  {{- end -}}
  {{- if has .component (list "api" "console" "commands") -}}
    {{- $files = append $files (dict "variable" "PERSONAL_DATA_KEYS" "secret" "personalDataKeys") -}}
  {{- end -}}
  {{- if eq .component "console" -}}
    {{- $files = append $files (dict "variable" "CONSOLE_OIDC_CLIENT_SECRET" "secret" "oidcClientSecret") -}}
  {{- end -}}
{{- end -}}
{{- $found := list -}}
{{- range $files -}}
  {{- $secret := index $values.secrets .secret -}}
  {{- if $secret.name -}}
    {{- $found = append $found (dict "variable" .variable "name" $secret.name "key" $secret.key) -}}
  {{- end -}}
{{- end -}}
{{- dict "files" $found | toYaml -}}
{{- end -}}

{{/* The environment of a process. Arguments: root, component. */}}
{{- define "rewards.env" -}}
{{- $values := .root.Values -}}
{{- $database := $values.database -}}
{{- $roles := merge (dict "migrate" $database.roles.owner "commands" $database.roles.service) $database.roles -}}
{{- $role := index $roles .component -}}
{{- $direct := $database.directAddress | default $database.address -}}
- name: DATABASE_URL
  value: {{ include "rewards.databaseUrl" (dict "root" .root "role" $role "address" $database.address) | quote }}
{{- if and (eq .component "migrate") $database.directAddress }}
- name: DATABASE_DIRECT_URL
  value: {{ include "rewards.databaseUrl" (dict "root" .root "role" $role "address" $direct) | quote }}
{{- end }}
{{- if eq .component "migrate" }}
- name: LEDGER_PARTITIONS
  value: {{ $values.migrate.ledgerPartitions | quote }}
{{- end }}
{{- if and $database.readAddress (has .component (list "api" "console" "commands")) }}
- name: DATABASE_READ_URL
  value: {{ include "rewards.databaseUrl" (dict "root" .root "role" $role "address" $database.readAddress) | quote }}
{{- end }}
- name: QUEUE_URL
  value: {{ $values.queue.url | default (include "rewards.databaseUrl" (dict "root" .root "role" $role "address" $direct)) | quote }}
{{- range (include "rewards.files" . | fromYaml).files }}
- name: {{ .variable }}_FILE
  value: /etc/rewards/secrets/{{ .variable }}
{{- end }}
{{- if $values.certificates.name }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/rewards/certificates/ca.crt
{{- end }}
{{- if and $values.metrics.enabled (not (has .component (list "migrate" "commands"))) }}
- name: METRICS_HOST
  value: 0.0.0.0
- name: METRICS_PORT
  value: "9464"
{{- end }}
{{- if and $values.secrets.traceHeaders.name (has .component (list "api" "worker")) }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom:
    secretKeyRef:
      name: {{ $values.secrets.traceHeaders.name }}
      key: {{ $values.secrets.traceHeaders.key }}
{{- end }}
{{- end -}}

{{/* Settings of the values. Argument: the map. */}}
{{- define "rewards.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "rewards.consoleUrl" -}}
{{- with .Values.console.host }}https://{{ . }}{{ else }}http://127.0.0.1:3030{{ end -}}
{{- end -}}

{{/* The names by which the API may be called: those of its Service, and of the values. */}}
{{- define "rewards.apiHosts" -}}
{{- $service := printf "%s-api" (include "rewards.name" .) -}}
{{- $namespace := .Release.Namespace -}}
{{- $own := list $service (printf "%s.%s" $service $namespace) (printf "%s.%s.svc" $service $namespace) (printf "%s.%s.svc.cluster.local" $service $namespace) -}}
{{- concat $own .Values.api.hosts | join "," -}}
{{- end -}}
