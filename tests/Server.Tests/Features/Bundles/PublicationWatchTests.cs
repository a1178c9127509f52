using IwTune.Server.Features.Bundles;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Bundles;

/// <summary>A publication that is stored reaches the hosts, even when the server did not learn that it is.</summary>
public sealed class PublicationWatchTests
{
    [Fact]
    public async Task A_stored_publication_that_memory_missed_is_read_at_the_second_look()
    {
        await using var server = await RunningServer.StartAsync();
        var (watch, requirements) = (server.Running<PublicationWatch>(), server.Get<Requirements>());
        await watch.LookAsync();
        var changed = requirements.Changed;
        var stored = await server.Database.WriteAsync(Requirements.AdvanceAsync);

        await watch.LookAsync();
        Assert.True(requirements.Current.Sequence < stored, "a publication of this moment would be read twice");
        Assert.False(changed.IsCompleted);
        await watch.LookAsync();
        Assert.Equal(stored, requirements.Current.Sequence);
        Assert.True(changed.IsCompleted);
    }

    [Fact]
    public async Task What_could_not_be_read_after_a_publication_is_read_at_the_next_look()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var requirements = server.Get<Requirements>();
        await Rename("holds", "unreadable");
        using (await api.TryPublishAsync(Api.Iw3)) { }
        Assert.Equal(0, requirements.Current.Sequence);
        await Assert.ThrowsAnyAsync<StoreException>(requirements.ReloadAsync);
        await Rename("unreadable", "holds");

        await server.Running<PublicationWatch>().LookAsync();
        Assert.Equal(1, requirements.Current.Sequence);
        Assert.Single(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));

        Task Rename(string from, string to) =>
            server.Database.WriteAsync(write => write.ExecuteAsync($"alter table {from} rename to {to}"));
    }
}
