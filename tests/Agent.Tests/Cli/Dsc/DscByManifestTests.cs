using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Linux;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Dsc;

/// <summary>
/// The resource from end to end, driven by its manifest alone as dsc drives it: the file beside the program names the commands, their input
/// and the form of their answers; every exit code but 0 is a failure. dsc itself is in no feed that this project has.
/// </summary>
public sealed class DscByManifestTests : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-dsc-").FullName;
    private readonly JsonNode _manifest;

    public DscByManifestTests()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 dev v0");
        var program = Path.Combine(_folder, "iwtune");
        File.WriteAllText(program, $"#!/bin/sh\nexec {Binaries.Agent} \"$@\" --state {_folder}/state\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        Directory.CreateDirectory(Path.Combine(_folder, "state"));
        File.WriteAllText(Path.Combine(_folder, "iwtune.dsc.resource.json"), _zoo.Host.Exec(Binaries.Agent, "dsc", "manifest"));
        _manifest = JsonNode.Parse(File.ReadAllText(Directory.EnumerateFiles(_folder, "*.dsc.resource.json").Single()))!;
    }

    public void Dispose()
    {
        _zoo.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [InlineData("edge", "")]
    [InlineData("edge", "it's \"ours\"; $(reboot) & | % ^ `id` 日本")]
    public void A_configuration_is_tested_tried_set_exported_and_removed(string policy, string reason)
    {
        var found = _zoo.Host.Ip("route show");
        var wanted = new JsonObject
        {
            ["policy"] = new JsonObject
            {
                ["policy"] = policy,
                ["window"] = new JsonObject { ["initcwnd"] = 16 },
                ["scopes"] = new JsonArray("default"),
            },
        };
        if (reason.Length > 0)
            wanted["policy"]!["override"] = reason;

        Assert.False(IsDesired(wanted));
        var tried = Answer("whatIf", wanted)[0];
        Assert.Contains("initcwnd 16", (string)tried["_metadata"]!["whatIf"]![0]!, StringComparison.Ordinal);
        Assert.Equal(found, _zoo.Host.Ip("route show"));

        var set = Answer("set", wanted)[0];
        Assert.Equal(reason.Length > 0 ? reason : null, (string?)set["policy"]!["override"]);
        Assert.Contains("initcwnd 16", _zoo.Host.Ip("route show default"), StringComparison.Ordinal);
        Assert.True(IsDesired(wanted));
        Assert.Equal(policy, (string?)Answer("get", wanted)[0]["policy"]!["policy"]);

        // What was exported is a configuration for the next host.
        var exported = Answer("export", null)[0];
        Assert.True(IsDesired(exported));
        Answer("set", exported);

        var gone = new JsonObject { ["_exist"] = false };
        Assert.False(IsDesired(gone));
        Assert.False((bool)Answer("set", gone)[0]["_exist"]!);
        Assert.Equal(found, _zoo.Host.Ip("route show"));
        Assert.True(IsDesired(gone));
    }

    [Fact]
    public void A_failure_is_an_exit_code_of_the_manifest_and_each_line_of_the_error_stream_a_message()
    {
        var run = Run("set", new JsonObject { ["policy"] = new JsonObject { ["policy"] = "'; reboot #" } });
        Assert.Equal((64, ""), (run.ExitCode, run.Output));
        Assert.NotNull(_manifest["exitCodes"]![$"{run.ExitCode}"]);
        Assert.All(
            run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            line => Assert.NotEmpty((string)JsonNode.Parse(line)!["error"]!)
        );
    }

    private bool IsDesired(JsonNode wanted) => (bool)Answer("test", wanted)[0]["_inDesiredState"]!;

    /// <summary>The lines of the answer: a state that its schema allows, and for <c>stateAndDiff</c> the properties that differ.</summary>
    private List<JsonNode> Answer(string operation, JsonNode? input)
    {
        var run = Run(operation, input);
        Assert.True(run.ExitCode == 0, run.Error);
        var lines = run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonNode.Parse(line)!).ToList();
        Assert.Equal((string?)_manifest[operation]!["return"] == "stateAndDiff" ? 2 : 1, lines.Count);
        Assert.Empty(SchemaCheck.Violations(_manifest["schema"]!["embedded"]!, lines[0]));
        return lines;
    }

    private CommandResult Run(string operation, JsonNode? input)
    {
        var command = _manifest[operation]!;
        Assert.Equal("stdin", (string?)command["input"]);
        return _zoo.Host.TryExec(
            "sh",
            [
                "-c",
                "printf %s \"$1\" | (shift; \"$@\")",
                "sh",
                input?.ToJsonString() ?? "",
                Path.Combine(_folder, (string)command["executable"]!),
                .. command["args"]!.AsArray().Select(argument => (string)argument!),
            ]
        );
    }
}
