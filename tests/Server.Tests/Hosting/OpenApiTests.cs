using System.Text.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting;

public sealed class OpenApiTests
{
    private const string UpdateVariable = "IWTUNE_UPDATE_OPENAPI";

    [Fact]
    public async Task The_committed_document_is_what_the_server_says()
    {
        await using var server = await RunningServer.StartAsync();
        var served = await server.Client().GetStringAsync("/api/v1/openapi.json");
        var file = Path.Combine(RepositoryRoot(), "docs", "openapi.json");
        if (Environment.GetEnvironmentVariable(UpdateVariable) is "1")
            await File.WriteAllTextAsync(file, served.ReplaceLineEndings("\n").TrimEnd() + "\n");
        var committed = File.Exists(file) ? await File.ReadAllTextAsync(file) : "";
        Assert.True(committed.TrimEnd() == served.ReplaceLineEndings("\n").TrimEnd(),
            $"docs/openapi.json is not current. Run this test with {UpdateVariable}=1 and review the difference.");
    }

    [Fact]
    public async Task Every_path_of_the_wire_is_in_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var document = JsonDocument.Parse(await server.Client().GetStringAsync("/api/v1/openapi.json"));
        var paths = document.RootElement.GetProperty("paths").EnumerateObject().Select(path => path.Name).ToHashSet();
        foreach (var type in new[] { typeof(AgentPaths), typeof(FleetPaths) })
            foreach (var path in type.GetFields().Select(field => (string)field.GetRawConstantValue()!).Where(text => text.StartsWith('/')))
                Assert.Contains(path, paths);
    }

    private static string RepositoryRoot()
    {
        var directory = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(directory.FullName, "IwTune.sln")))
            directory = directory.Parent!;
        return directory.FullName;
    }
}
