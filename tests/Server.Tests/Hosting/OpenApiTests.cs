using System.Text.Json;
using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting;

public sealed class OpenApiTests
{
    [Fact, Trait("Recorded", "yes")]
    public async Task The_committed_document_is_what_the_server_says()
    {
        await using var server = await RunningServer.StartAsync();
        var served = await server.Client().GetStringAsync("/api/v1/openapi.json");
        Assert.Null(Recorded.Problem("docs/openapi.json", served));
    }

    [Fact]
    public async Task Every_path_of_the_wire_is_in_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var document = JsonDocument.Parse(await server.Client().GetStringAsync("/api/v1/openapi.json"));
        var paths = document.RootElement.GetProperty("paths").EnumerateObject().Select(path => path.Name).ToHashSet();
        foreach (var type in new[] { typeof(AgentPaths), typeof(FleetPaths), typeof(RunPaths) })
        foreach (var path in type.GetFields().Select(field => (string)field.GetRawConstantValue()!).Where(text => text.StartsWith('/')))
            Assert.Contains(path, paths);
    }
}
