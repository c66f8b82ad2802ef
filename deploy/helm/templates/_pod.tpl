{{/* What every pod has. Arguments: root, component. */}}
{{- define "rewards.pod" -}}
{{- $pods := .root.Values.pods -}}
serviceAccountName: {{ $pods.serviceAccountName }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $pods.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pods.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 256Mi }
  {{- with (include "rewards.files" . | fromYaml).files }}
  - name: secrets
    projected:
      defaultMode: 288 # 0440
      sources:
        {{- range . }}
        - secret:
            name: {{ .name }}
            items: [{ key: {{ .key }}, path: {{ .variable }} }]
        {{- end }}
  {{- end }}
  {{- with .root.Values.certificates }}
  {{- if .name }}
  - name: certificates
    configMap:
      name: {{ .name }}
      items: [{ key: {{ .key }}, path: ca.crt }]
  {{- end }}
  {{- end }}
{{- end -}}

{{/* What every container has, apart from command, environment and probes. Arguments: root, component, tag, resources. */}}
{{- define "rewards.container" -}}
image: {{ include "rewards.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
resources:
  {{- toYaml .resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- if (include "rewards.files" . | fromYaml).files }}
  - { name: secrets, mountPath: /etc/rewards/secrets, readOnly: true }
  {{- end }}
  {{- if .root.Values.certificates.name }}
  - { name: certificates, mountPath: /etc/rewards/certificates, readOnly: true }
  {{- end }}
{{- end -}}

{{/* Restarts by /livez alone, traffic by /readyz. Argument: the port. */}}
{{- define "rewards.probes" -}}
livenessProbe:
  httpGet: { path: /livez, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: {{ . }} }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 1
{{- end -}}

{{/* Arguments: root, component, replicas (absent if something scales), surge. */}}
{{- define "rewards.deployment" -}}
{{- if hasKey . "replicas" }}
replicas: {{ .replicas }}
{{- end }}
revisionHistoryLimit: 5
strategy:
  type: RollingUpdate
  rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
selector:
  matchLabels:
    {{- include "rewards.selector" . | nindent 4 }}
{{- end -}}

{{/* Arguments: root, component. */}}
{{- define "rewards.podMetadata" -}}
labels:
  {{- include "rewards.labels" . | nindent 2 }}
  {{- with .root.Values.pods.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .root.Values.pods.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Zones first, then nodes; never at the price of a pod that cannot start. Arguments: root, component. */}}
{{- define "rewards.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "rewards.selector" $ | nindent 8 }}
  {{- end }}
{{- end -}}
