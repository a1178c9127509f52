using System.Text.RegularExpressions;
using IwTune.Agent.Engine.Settings;
using IwTune.Lab;
using IwTune.Shared.Policies;
using k8s.Models;
using YamlDotNet.Core;

namespace IwTune.Agent.Tests.Deploy.Kubernetes;

/// <summary>The manifests as Kubernetes reads them. ./build.sh image-test runs their containers.</summary>
public sealed partial class ManifestTests
{
    public static TheoryData<string> Files => [.. Manifests.Files];

    // Of the API's fields these are required; the client's types do not say so.
    private static readonly string[] Required =
    [
        "apiVersion",
        "kind",
        "metadata.name",
        "spec.selector",
        "spec.template.spec.containers[*].name",
        "spec.template.spec.initContainers[*].name",
        "spec.template.spec.volumes[*].name",
        "spec.template.spec.containers[*].volumeMounts[*].name",
        "spec.template.spec.containers[*].volumeMounts[*].mountPath",
        "spec.template.spec.initContainers[*].volumeMounts[*].name",
        "spec.template.spec.initContainers[*].volumeMounts[*].mountPath",
        "spec.template.spec.initContainers[*].env[*].name",
        "spec.template.spec.securityContext.seccompProfile.type",
    ];

    [Theory]
    [MemberData(nameof(Files))]
    public void A_file_has_no_key_and_no_value_that_kubernetes_does_not_know(string name) =>
        Assert.NotEmpty(Manifests.Read(Manifests.Text(name)));

    [Theory]
    [InlineData("hostNetwork:", "hostNetwrk:")]
    [InlineData("readOnlyRootFilesystem: true", "readOnlyRootFileSystem: true")]
    [InlineData("allowPrivilegeEscalation: true", "allowPrivilegeEscalation: sometimes")]
    [InlineData("terminationGracePeriodSeconds: 30", "terminationGracePeriodSeconds: 30s")]
    [InlineData("drop: [ALL]", "drop: ALL")]
    [InlineData("cpu: 10m", "cpu: ten")]
    [InlineData("subPath: agent.yaml", "subpath: agent.yaml")]
    [InlineData("maxUnavailable: 10%", "maxUnavailible: 10%")]
    public void A_misspelt_one_is_refused(string written, string misspelt)
    {
        var text = Manifests.Text("agent.yaml");
        Assert.Contains(written, text, StringComparison.Ordinal);
        Assert.ThrowsAny<YamlException>(() => Manifests.Read(text.Replace(written, misspelt, StringComparison.Ordinal)));
    }

    [Fact]
    public void No_required_key_is_missing()
    {
        var manifest = Manifests.Json(Manifests.DaemonSet);
        Assert.Empty(Required.SelectMany(path => MissingKeys.In(manifest, path)));
        manifest["spec"]!["template"]!["spec"]!["containers"]![0]!.AsObject().Remove("name");
        Assert.Equal(["spec.template.spec.containers[*].name"], Required.SelectMany(path => MissingKeys.In(manifest, path)).Distinct());
    }

    [Fact]
    public void The_pods_are_those_that_the_set_selects()
    {
        var spec = Manifests.DaemonSet.Spec;
        Assert.Equal(spec.Selector.MatchLabels, spec.Template.Metadata.Labels);
    }

    [Fact]
    public void Everything_that_is_referred_to_is_there()
    {
        var pod = Manifests.DaemonSet.Spec.Template.Spec;
        var volumes = pod.Volumes.Select(volume => volume.Name).ToHashSet(StringComparer.Ordinal);
        Assert.All(Containers(pod).SelectMany(container => container.VolumeMounts), mount => Assert.Contains(mount.Name, volumes));
        Assert.Equal(
            volumes.Order(),
            Containers(pod).SelectMany(container => container.VolumeMounts).Select(mount => mount.Name).Distinct().Order()
        );
        var secret = Manifests.Only<V1Secret>("enrolment.yaml");
        foreach (
            var reference in Containers(pod).SelectMany(container => container.Env ?? []).Select(entry => entry.ValueFrom.SecretKeyRef)
        )
            Assert.True(reference.Name == secret.Metadata.Name && secret.StringData.ContainsKey(reference.Key), reference.Key);
        Assert.Contains(pod.Volumes, volume => volume.Secret is { } used && used.SecretName == secret.Metadata.Name);
        Assert.Contains(pod.Volumes, volume => volume.ConfigMap?.Name == Manifests.Only<V1ConfigMap>("settings.yaml").Metadata.Name);
        Assert.Equal(Manifests.Only<V1ServiceAccount>("service-account.yaml").Metadata.Name, pod.ServiceAccountName);
        Assert.Equal(Manifests.Only<V1PriorityClass>("priority-class.yaml").Metadata.Name, pod.PriorityClassName);
        Assert.All(Containers(pod), container => Assert.Equal("iwtune", container.Image));
    }

    [Fact]
    public void The_settings_and_limits_are_what_the_agent_reads()
    {
        var data = Manifests.Only<V1ConfigMap>("settings.yaml").Data;
        Assert.Empty(HostSettingsReader.Read(data["agent.yaml"]).Problems);
        Assert.Empty(LimitsReader.Read(data["limits.yaml"]).Problems);
    }

    [Fact]
    public void The_user_is_the_image_s()
    {
        var pod = Manifests.DaemonSet.Spec.Template.Spec;
        var user = $"{pod.SecurityContext.RunAsUser}:{pod.SecurityContext.RunAsGroup}";
        Assert.Contains($"--user {user} ", File.ReadAllText(Path.Combine(Binaries.Root, "build", "image.sh")), StringComparison.Ordinal);
        Assert.Equal(user, pod.InitContainers.Single(container => container.Name == "state").Command[1]);
        Assert.Equal(pod.SecurityContext.RunAsGroup, pod.SecurityContext.FsGroup);
    }

    [Fact]
    public void No_container_has_more_rights_than_it_needs()
    {
        var pod = Manifests.DaemonSet.Spec.Template.Spec;
        Assert.All(
            Containers(pod),
            container =>
            {
                Assert.True(container.SecurityContext.ReadOnlyRootFilesystem);
                Assert.Equal(["ALL"], container.SecurityContext.Capabilities.Drop);
                Assert.Equal([container.Name == "state" ? "CHOWN" : "NET_ADMIN"], container.SecurityContext.Capabilities.Add);
            }
        );
        Assert.False(pod.AutomountServiceAccountToken);
        Assert.Equal("RuntimeDefault", pod.SecurityContext.SeccompProfile.Type);
    }

    [Fact]
    public void The_kustomization_names_every_file()
    {
        var named = Resource().Matches(Manifests.Text("kustomization.yaml")).Select(match => match.Groups[1].Value);
        Assert.Equal(Manifests.Files, named.Order());
    }

    private static IEnumerable<V1Container> Containers(V1PodSpec pod) => [.. pod.InitContainers, .. pod.Containers];

    [GeneratedRegex(@"^  - (\S+\.yaml)$", RegexOptions.Multiline)]
    private static partial Regex Resource();
}
