using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Patterns;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class DeclaredAccessTests
{
    [Fact]
    public void An_endpoint_that_does_not_say_what_it_needs_keeps_the_server_from_starting()
    {
        DeclaredAccess.Check([
            Endpoint("/api/v1/hosts", new NeedsAttribute(Permission.HostsRead)),
            Endpoint("/agent/v1/ping", new HostOnly()),
        ]);
        var refused = Assert.Throws<InvalidOperationException>(() =>
            DeclaredAccess.Check([Endpoint("/api/v1/new"), Endpoint("/api/v1/newer")])
        );
        Assert.Contains("/api/v1/new, /api/v1/newer", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/agent/v1/new")]
    [InlineData("agent/v1/new")]
    [InlineData("/Agent/v1/new")]
    public void So_does_one_below_the_calls_of_hosts_that_needs_a_permission(string path)
    {
        var refused = Assert.Throws<InvalidOperationException>(() =>
            DeclaredAccess.Check([Endpoint(path, new NeedsAttribute(Permission.HostsRead))])
        );
        Assert.Contains(path, refused.Message, StringComparison.Ordinal);
    }

    private static RouteEndpoint Endpoint(string path, params object[] metadata) =>
        new(_ => Task.CompletedTask, RoutePatternFactory.Parse(path), 0, new EndpointMetadataCollection(metadata), path);
}
