using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Tests.Features.Hosts;

/// <summary>A host leaves the fleet while something is done with it.</summary>
public sealed class LeftHostTests
{
    [Fact]
    public async Task A_host_that_left_a_moment_ago_is_not_labelled()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("web-1");
        // As another server of the store retires it, whose message has not arrived yet.
        await server.Database.WriteAsync(write => write.ExecuteAsync("update hosts set retired_at = 1 where id = @Id", new { host.Id }));
        using var answer = await api.PutAsJsonAsync(
            FleetPaths.HostLabels(host.Id),
            new LabelsRequest(new Dictionary<string, string>(StringComparer.Ordinal) { ["site"] = "fra" }, "moved"),
            AdministrationJson.Default.LabelsRequest
        );
        await answer.ProblemAsync(HttpStatusCode.NotFound);
        Assert.Equal(0, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from host_labels")));
    }
}
