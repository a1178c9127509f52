using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Bundles;

/// <summary>What hosts must have is read as of one moment.</summary>
public sealed class OneMomentTests
{
    private const int Publications = 300;

    [Fact]
    public async Task What_is_published_in_one_transaction_is_read_whole_or_not_at_all()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        var requirements = server.Get<Requirements>();
        var writing = Task.Run(() => PublishAsync(server), TestContext.Current.CancellationToken);
        while (!writing.IsCompleted)
        {
            await requirements.ReloadAsync();
            var set = requirements.Current;
            if (set.AssignedTo("edge").SingleOrDefault() is { } selector)
                Assert.Equal($"host:n{set.Sequence}", selector.ToString());
        }
        await writing;
    }

    /// <summary>Each transaction assigns the policy to a host that is named by the number of the transaction.</summary>
    private static async Task PublishAsync(RunningServer server)
    {
        for (var i = 0; i < Publications; i++)
            await server.Database.WriteAsync(async write =>
            {
                var number = await Requirements.AdvanceAsync(write);
                foreach (var row in await AssignmentQueries.ListAsync(write))
                    await AssignmentWrites.RemoveAsync(write, server.Clock, "user:anna", row.Id, "next");
                var selector = Selector.Parse($"host:n{number}").Selector!;
                return await AssignmentWrites.InsertAsync(write, server.Clock, "user:anna", selector, "edge", 0, "next");
            });
    }
}
