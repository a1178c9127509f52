using System.Reflection;
using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Dsc;
using IwTune.Agent.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli.Dsc;

[Collection("command line")]
public sealed class DscManifestTests : IDisposable
{
    private static readonly JsonNode Manifest = JsonNode.Parse(
        File.ReadAllText(Path.Combine(Lab.Binaries.Root, "deploy/windows/dsc/iwtune.dsc.resource.json"))
    )!;

    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public DscManifestTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task The_program_prints_the_manifest_and_its_schema()
    {
        Assert.True(JsonNode.DeepEquals(Manifest, JsonNode.Parse((await _shell.RunAsync("dsc", "manifest")).Out)));
        Assert.True(JsonNode.DeepEquals(Manifest["schema"]!["embedded"], JsonNode.Parse((await _shell.RunAsync("dsc", "schema")).Out)));
    }

    [Fact]
    public void Its_policy_is_the_schema_of_policies_word_for_word() =>
        Assert.True(JsonNode.DeepEquals(JsonNode.Parse(PolicySchema.Text), Manifest["schema"]!["embedded"]!["$defs"]!["policy"]));

    [Fact]
    public void It_names_this_version_and_only_operations_that_there_are()
    {
        Assert.Equal("IwTune/InitialWindow", (string?)Manifest["type"]);
        Assert.Equal(AgentVersion.Text.Split('+')[0], (string?)Manifest["version"]);
        var verbs = DscVerb
            .Create(
                new Agent.Cli.CliContext(
                    _ => throw new NotSupportedException(),
                    Agent.Cli.Output.Terminal.OfThisProcess(),
                    TimeProvider.System
                )
            )
            .Subcommands.Select(verb => verb.Name)
            .ToList();
        foreach (var operation in (string[])["get", "set", "whatIf", "test", "export"])
        {
            var call = Manifest[operation]!;
            Assert.Equal("iwtune", (string?)call["executable"]);
            Assert.Equal("stdin", (string?)call["input"]);
            Assert.Equal("dsc", (string?)call["args"]![0]);
            Assert.Contains((string)call["args"]![1]!, verbs);
        }
        Assert.Equal("elevated", (string?)Manifest["set"]!["requireSecurityContext"]);
    }

    [Fact]
    public void Every_exit_code_of_the_program_is_explained()
    {
        var codes = typeof(ExitCode)
            .GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(field => field.GetRawConstantValue()!.ToString()!);
        Assert.Equal(
            codes.Order(StringComparer.Ordinal),
            Manifest["exitCodes"]!.AsObject().Select(code => code.Key).Order(StringComparer.Ordinal)
        );
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
