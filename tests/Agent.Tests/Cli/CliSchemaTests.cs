using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Cli.Flights;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Surveying;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The schema for programs describes exactly what <c>--json</c> writes.</summary>
public sealed class CliSchemaTests : IDisposable
{
    private static readonly (string Name, string Commands, Type Type)[] Documents =
    [
        ("changed", "apply, set, rollback, hold, release, override, confirm, enroll", typeof(ChangedHost)),
        ("refused", "every command that did not do what it was asked", typeof(RefusedCommand)),
        ("show", "show", typeof(ShownHost)),
        ("status", "status", typeof(ShownStatus)),
        ("plan", "plan", typeof(PlannedHost)),
        ("verify", "verify", typeof(VerifiedHost)),
        ("history", "history", typeof(IReadOnlyList<PastChange>)),
        ("explain-rollback", "explain-rollback", typeof(IReadOnlyList<ManualUndo>)),
        ("doctor", "doctor", typeof(ExaminedHost)),
        ("traffic", "traffic", typeof(ShownTraffic)),
        ("probe", "probe", typeof(ProbedHost)),
        ("survey", "survey, survey --show", typeof(ShownSurvey)),
        ("survey-published", "survey --published", typeof(ShownPublished)),
        ("rtt", "rtt", typeof(MeasuredRtt)),
        ("predict", "predict", typeof(PredictedRows)),
        ("flight", "flight", typeof(ShownFlights)),
        ("recommend", "recommend", typeof(RecommendedHost)),
        ("sample-size", "sample-size", typeof(SampleSizes)),
        ("experiment-status", "experiment status, experiment start, experiment stop", typeof(ShownExperiment)),
        ("experiment-list", "experiment list", typeof(IReadOnlyList<ExperimentRecord>)),
        ("lab", "lab try", typeof(TriedPath)),
        ("config-show", "config show", typeof(IReadOnlyList<ShownSetting>)),
        ("config-check", "config check", typeof(CheckedSettings)),
        ("service-status", "service status", typeof(ShownServiceEntry)),
    ];

    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public CliSchemaTests() => _shell = new Shell(_bench);

    [Fact, Trait("Recorded", "yes")]
    public void The_published_schema_is_that_of_the_types()
    {
        var written = Schema().ToJsonString(new JsonSerializerOptions { WriteIndented = true }) + "\n";
        Assert.Null(Recorded.Problem("docs/cli-schema.json", written));
    }

    [Fact]
    public void Every_type_that_a_command_writes_is_published()
    {
        var known = Documents.Select(document => document.Type).ToHashSet();
        // Files inside a zip of `collect`, and messages between two of our own programs. The wire, the socket and the files of the state
        // directory are in AgentJson too; what commands alone write is in namespaces below Cli.
        string[] others = ["CollectManifest", "MembershipView", "HostFacts", "ListFirstFlightCheck"];
        var written = Types<ToolsJson>()
            .Concat(Types<AgentJson>().Where(type => type.Namespace!.StartsWith("IwTune.Agent.Cli", StringComparison.Ordinal)));
        Assert.Equal(others.Length, written.Count(type => !known.Contains(type)));
    }

    [Theory]
    [InlineData("show", "show", "--all")]
    [InlineData("plan", "plan", "EDGE")]
    [InlineData("changed", "apply", "EDGE")]
    [InlineData("verify", "verify")]
    [InlineData("history", "history")]
    [InlineData("explain-rollback", "explain-rollback")]
    [InlineData("doctor", "doctor")]
    [InlineData("changed", "override", "default", "--initcwnd", "12")]
    [InlineData("changed", "rollback")]
    [InlineData("refused", "plan", "/nowhere.yaml")]
    [InlineData("refused", "status", "--socket", "/nowhere.sock")]
    [InlineData("predict", "predict", "--rtt", "100ms", "--size", "13500")]
    [InlineData("sample-size", "sample-size")]
    [InlineData("survey", "survey", "--show")]
    [InlineData("survey-published", "survey", "--published")]
    [InlineData("config-show", "config", "show")]
    [InlineData("config-check", "config", "check")]
    public async Task What_is_written_has_exactly_the_keys_that_are_published(string name, params string[] args)
    {
        await _shell.ApplyEdgeAsync();
        var said = await _shell.RunAsync([.. args.Select(word => word == "EDGE" ? _shell.Edge() : word), "--json"]);
        var schema = Definition(name);
        Assert.Empty(Differences(JsonNode.Parse(said.Out), schema, schema, "$"));
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private static IEnumerable<Type> Types<TContext>() =>
        typeof(TContext)
            .CustomAttributes.Where(one => one.AttributeType == typeof(JsonSerializableAttribute))
            .Select(one => (Type)one.ConstructorArguments[0].Value!);

    private static JsonObject Schema()
    {
        // The same settings as the generated serializer's.
        var options = new JsonSerializerOptions(JsonSerializerDefaults.Web)
        {
            Converters = { new JsonStringEnumConverter() },
            NumberHandling = JsonNumberHandling.Strict,
            TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
            RespectNullableAnnotations = true,
        };
        var definitions = new JsonObject();
        foreach (var (name, commands, type) in Documents)
        {
            var schema = options
                .GetJsonSchemaAsNode(
                    type,
                    new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Complete }
                )
                .AsObject();
            schema.Insert(0, "description", $"Written with --json by: {commands}.");
            definitions[name] = schema;
        }
        return new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["title"] = "What the commands of iwtune write with --json",
            ["$defs"] = definitions,
        };
    }

    /// <summary>
    /// Unknown values are written as null, so that a query finds its key, unless an attribute of the type says otherwise.
    /// </summary>
    private static JsonNode Complete(JsonSchemaExporterContext at, JsonNode node)
    {
        if (node is JsonObject described && described["properties"] is JsonObject)
            described["required"] = new JsonArray([
                .. at
                    .TypeInfo.Properties.Where(one => one.AttributeProvider?.IsDefined(typeof(JsonIgnoreAttribute), inherit: true) != true)
                    .Select(one => (JsonNode)one.Name),
            ]);
        return node;
    }

    /// <summary>Keys that are written but not described, and the reverse.</summary>
    private static IEnumerable<string> Differences(JsonNode? value, JsonNode schema, JsonNode root, string path)
    {
        if (schema is JsonObject { } reference && reference["$ref"]?.GetValue<string>() is { } to)
            schema = to.TrimStart('#')
                .Split('/', StringSplitOptions.RemoveEmptyEntries)
                .Aggregate(root, (node, key) => node is JsonArray list ? list[int.Parse(key)]! : node[key]!);
        switch (value)
        {
            case JsonObject told when schema["properties"] is JsonObject properties:
                var (here, there) = (told.Select(one => one.Key).ToHashSet(), properties.Select(one => one.Key).ToHashSet());
                return here.Except(there)
                    .Select(key => $"{path}.{key} is not published")
                    .Concat(
                        there
                            .Except(here)
                            .Where(key => schema["required"]!.AsArray().Any(one => one!.GetValue<string>() == key))
                            .Select(key => $"{path}.{key} is not written")
                    )
                    .Concat(here.Intersect(there).SelectMany(key => Differences(told[key], properties[key]!, root, $"{path}.{key}")));
            case JsonArray list when schema["items"] is { } items:
                return list.SelectMany((item, at) => Differences(item, items, root, $"{path}[{at}]"));
            case JsonObject:
                return [$"{path} is an object and published as {schema["type"]}"];
            default:
                return [];
        }
    }

    /// <summary>The published schema of a document.</summary>
    internal static JsonNode Definition(string name) => JsonNode.Parse(File.ReadAllText(Published()))!["$defs"]![name]!;

    private static string Published([CallerFilePath] string here = "") =>
        Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "..", "docs", "cli-schema.json");
}
