{{- define "rewards.name" -}}
{{- $own := contains "rewards" .Release.Name | ternary .Release.Name (printf "%s-rewards" .Release.Name) -}}
{{- $own | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels that never change. Arguments: root, component. */}}
{{- define "rewards.selector" -}}
app.kubernetes.io/name: rewards
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "rewards.labels" -}}
{{ include "rewards.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{- define "rewards.metadata" -}}
name: {{ include "rewards.name" .root }}-{{ .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "rewards.labels" . | nindent 2 }}
{{- end -}}

{{/* Arguments: root, tag (which may be empty). */}}
{{- define "rewards.image" -}}
{{- $image := .root.Values.image -}}
{{- if .tag -}}
{{ $image.repository }}:{{ .tag }}
{{- else if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}
