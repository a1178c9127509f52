using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;

namespace IwTune.Server.Tests.Hosting;

/// <summary>Credentials are checked inside of what gives faults their form.</summary>
public sealed class AuthenticationOrderTests
{
    [Fact]
    public async Task A_call_whose_token_cannot_be_looked_up_is_refused_like_any_other_that_needs_the_store()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.Database.WriteAsync(write => write.ExecuteAsync("alter table tokens rename to elsewhere"));

        using var answer = await api.GetAsync(FleetPaths.Policies);
        var problem = await answer.ProblemAsync(HttpStatusCode.ServiceUnavailable);
        Assert.StartsWith("Nothing of this call was stored.", problem.Detail, StringComparison.Ordinal);
        Assert.NotNull(answer.Headers.RetryAfter);
    }
}
