using IwTune.Agent.Linux.Containers;

namespace IwTune.Agent.Tests.Linux.Containers;

/// <summary>Paths of /proc/PID/cgroup as they are on hosts with these runtimes.</summary>
public sealed class ContainerPathTests
{
    private const string Id = "17d8c9eacc629f9945f304d89e9708c0c619649a484a215b240628319548a09f";
    private const string Uid = "63b3ebfc-2890-11e9-8154-16bf8ef8d9dc";
    private const string Escaped = "63b3ebfc_2890_11e9_8154_16bf8ef8d9dc";

    [Theory]
    [InlineData($"/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod{Escaped}.slice/crio-{Id}.scope", "besteffort", 3)]
    [InlineData(
        $"/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod{Escaped}.slice/cri-containerd-{Id}.scope",
        "burstable",
        3
    )]
    [InlineData($"/kubepods.slice/kubepods-pod{Escaped}.slice/docker-{Id}.scope", "guaranteed", 2)]
    [InlineData($"/kubepods/burstable/pod{Uid}/{Id}", "burstable", 3)]
    [InlineData($"/kubepods/pod{Uid}/{Id}", "guaranteed", 2)]
    [InlineData($"/kubelet/kubepods/besteffort/pod{Uid}/{Id}", "besteffort", 4)]
    [InlineData(
        "/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-besteffort.slice/"
            + $"kubelet-kubepods-besteffort-pod{Escaped}.slice/cri-containerd-{Id}.scope",
        "besteffort",
        4
    )]
    public void A_pod_is_known_by_its_uid_and_class(string path, string qos, int depth) =>
        Assert.Equal(("kubernetes", Uid, qos, depth), Read(path) is { } read ? (read.Runtime, read.Id, read.Qos, read.Depth) : default);

    [Fact]
    public void A_static_pod_has_a_hash_for_its_uid() =>
        Assert.Equal(
            "9da3b2a14682e1fb23be3c2492753207",
            Read(
                $"/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod9da3b2a14682e1fb23be3c2492753207.slice/crio-{Id}.scope"
            )?.Id
        );

    [Theory]
    [InlineData($"/system.slice/docker-{Id}.scope", "docker", Id)]
    [InlineData($"/docker/{Id}", "docker", Id)]
    [InlineData($"/user.slice/user-1000.slice/user@1000.service/user.slice/docker-{Id}.scope", "docker", Id)]
    [InlineData($"/machine.slice/libpod-{Id}.scope/container", "podman", Id)]
    [InlineData($"/machine.slice/machine-libpod_pod_{Id}.slice/libpod-{Id}.scope", "podman", Id)]
    [InlineData($"/libpod_parent/libpod-{Id}", "podman", Id)]
    [InlineData($"/system.slice/nerdctl-{Id}.scope", "containerd", Id)]
    [InlineData($"/system.slice/cri-containerd-{Id}.scope", "containerd", Id)]
    [InlineData($"/system.slice/crio-{Id}.scope", "crio", Id)]
    [InlineData("/lxc.payload.openwrt/init.scope", "lxc", "openwrt")]
    [InlineData("/lxc/101/ns/system.slice/ssh.service", "lxc", "101")]
    [InlineData("/machine.slice/systemd-nspawn@jammy.service/payload/init.scope", "nspawn", "jammy")]
    [InlineData("/machine.slice/machine-jammy.scope/payload", "nspawn", "jammy")]
    public void Another_container_is_known_by_its_id_or_name(string path, string runtime, string id) =>
        Assert.Equal((runtime, id), Read(path) is { } read ? (read.Runtime, read.Id) : default);

    [Fact]
    public void The_outer_container_counts() =>
        Assert.Equal(
            "docker",
            Read(
                $"/docker/{Id}/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-pod{Escaped}.slice/cri-containerd-{Id}.scope"
            )?.Runtime
        );

    [Theory]
    [InlineData("/")]
    [InlineData("/init.scope")]
    [InlineData("/system.slice/ssh.service")]
    [InlineData("/user.slice/user-1000.slice/session-3.scope")]
    [InlineData("/kubepods.slice/kubepods-burstable.slice")]
    [InlineData("/system.slice/containerd.service/kubepods-burstable.slice:cri-containerd")]
    [InlineData($"/system.slice/crio-conmon-{Id}.scope")]
    [InlineData($"/machine.slice/libpod-conmon-{Id}.scope")]
    [InlineData("/lxc.monitor.openwrt")]
    [InlineData("/machine.slice/machine-qemu\\x2d1\\x2ddb.scope")]
    [InlineData($"/system.slice/docker-{Id}.mount")]
    [InlineData($"/system.slice/{Id}")]
    [InlineData("/app/pod1/x")]
    public void What_belongs_to_the_host_is_no_container(string path) => Assert.Null(Read(path));

    private static ContainerPath? Read(string path) => ContainerPath.Read(path.Split('/', StringSplitOptions.RemoveEmptyEntries));
}
