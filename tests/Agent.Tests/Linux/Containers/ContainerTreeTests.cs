using IwTune.Agent.Linux.Containers;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Containers;

/// <summary>Folders named like the control groups and logs of real hosts.</summary>
public sealed class ContainerTreeTests : IDisposable
{
    private const string Id = "17d8c9eacc629f9945f304d89e9708c0c619649a484a215b240628319548a09f";
    private const string Other = "27d8c9eacc629f9945f304d89e9708c0c619649a484a215b240628319548a09f";
    private const string Uid = "63b3ebfc-2890-11e9-8154-16bf8ef8d9dc";
    private const string Pod = $"kubepods/burstable/pod{Uid}";

    private readonly string _root = Directory.CreateTempSubdirectory("iwt-groups-").FullName;
    private readonly string _logs = Directory.CreateTempSubdirectory("iwt-logs-").FullName;

    [Fact]
    public void A_pod_has_the_names_of_its_logs_and_the_ids_of_its_containers()
    {
        Make(_root, $"{Pod}/{Id}", $"{Pod}/crio-conmon-{Id}", $"{Pod}/{Other}", "system.slice/ssh.service");
        Make(_logs, $"shop_web-1_{Uid}", "not-a-pod");
        var found = Assert.Single(Read());
        Assert.Equal(Path.Combine(_root, Pod), found.Group);
        Assert.Equal($"container kubernetes shop/web-1 burstable {Uid}", found.Facts.TargetId);
        Assert.Equal([Id, Other], found.Facts.Containers.Order(StringComparer.Ordinal));
        Assert.Equal("shop/web-1", found.Facts.Name);
    }

    [Theory]
    [InlineData("namespace:shop pod:web*", true)]
    [InlineData("namespace:shop -pod:web*", false)]
    [InlineData("qos:guaranteed", false)]
    [InlineData("qos:guaranteed,burstable runtime:kubernetes", true)]
    [InlineData("container:17d8c9eacc62", true)]
    [InlineData($"container:{Id}", true)]
    [InlineData("container:27d8c9*", false)]
    [InlineData("*", true)]
    public void Selectors_ask_for_its_facts(string selector, bool matches)
    {
        Make(_root, $"{Pod}/{Id}");
        Make(_logs, $"shop_web-1_{Uid}");
        var place = new TargetPlace(TargetPlace.OfContainer, default, null) { Container = Assert.Single(Read()).Facts };
        Assert.True(Scope.TryParse($"containers:{selector}", out var scope));
        Assert.Equal(matches, ScopeReach.Covers(scope, place));
    }

    [Fact]
    public void Without_logs_a_pod_has_no_name_and_without_a_container_it_does_not_count()
    {
        Make(_root, $"{Pod}/{Id}", "kubepods/besteffort/pod0d1c");
        var found = Assert.Single(Read());
        Assert.Equal($"container kubernetes - burstable {Uid}", found.Facts.TargetId);
        Assert.False(found.Facts.Has("pod", IwTune.Shared.Selectors.SelectorValue.Prefix("")));
    }

    [Fact]
    public void A_chosen_group_of_kubelet_shows_the_class_of_its_pods()
    {
        Make(_root, $"{Pod}/{Id}");
        var found = Assert.Single(new ContainerTree(Path.Combine(_root, "kubepods/burstable"), _logs).Read());
        Assert.Equal("burstable", found.Facts.Qos);
    }

    [Fact]
    public void What_runs_in_a_container_belongs_to_it()
    {
        Make(_root, $"docker/{Id}/kubepods/burstable/pod{Uid}/{Other}", "lxc.payload.db/docker/" + Other);
        Assert.Equal(
            ["container docker 17d8c9eacc62", "container lxc db"],
            Read().Select(one => one.Facts.TargetId).Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public void The_id_of_a_target_is_read_again()
    {
        Make(_root, $"{Pod}/{Id}", $"system.slice/docker-{Other}.scope");
        Make(_logs, $"shop_web-1_{Uid}");
        Assert.All(
            Read(),
            found =>
            {
                Assert.True(TargetPlace.TryParse(found.Facts.TargetId, out var place));
                Assert.False(place.IsDefault && ScopeReach.Covers(new Scope.Default(), place));
                Assert.Equal(
                    (found.Facts.Runtime, found.Facts.Namespace, found.Facts.Pod, found.Facts.Qos),
                    (place.Container!.Runtime, place.Container.Namespace, place.Container.Pod, place.Container.Qos)
                );
            }
        );
    }

    [Fact]
    public void A_missing_hierarchy_is_no_host_without_containers() =>
        Assert.Throws<DirectoryNotFoundException>(() => new ContainerTree(Path.Combine(_root, "gone"), _logs).Read());

    public void Dispose()
    {
        Directory.Delete(_root, recursive: true);
        Directory.Delete(_logs, recursive: true);
    }

    private IReadOnlyList<FoundContainer> Read() => new ContainerTree(_root, _logs).Read();

    private static void Make(string root, params string[] folders)
    {
        foreach (var folder in folders)
            Directory.CreateDirectory(Path.Combine(root, folder));
    }
}
