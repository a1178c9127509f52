using System.Text.Json;
using System.Text.RegularExpressions;

namespace IwTune.Server.Tests.Input;

/// <summary>
/// The document against the rules of OpenAPI 3.1 (spec.openapis.org/oas/v3.1.1) and our own: every call must be fully described.
/// </summary>
public sealed partial class OpenApiRulesTests(BesiegedFixture fixture) : IClassFixture<BesiegedFixture>
{
    private readonly ApiDescription api = fixture.Besieged.Api;

    [Fact]
    public void Every_call_has_a_name_a_summary_a_tag_a_lock_and_every_answer_a_form()
    {
        var wrong = new List<string>();
        foreach (var operation in api.Operations)
        {
            var told = operation.Description;
            Rule(Text(told, "operationId") is { } id && Name().IsMatch(id), "has no operationId");
            Rule(Text(told, "summary") is { Length: > 5 } summary && !summary.EndsWith('.'), "has no summary, or one with a full stop");
            Rule(told.TryGetProperty("tags", out var tags) && tags.GetArrayLength() == 1, "has not one tag");
            Rule(operation.ByHost || operation.ByToken || Open(operation.Path), "needs no sign-in");
            Rule(
                operation.Body is null || operation.Example is not null,
                "takes a document of which there is no example: add one to RequestExamples"
            );
            Rule(operation.Statuses.Any(status => status is >= 200 and < 300), "never succeeds");
            Rule(!operation.ByToken || (operation.Statuses.Contains(401) && operation.Statuses.Contains(403)), "does not say 401 and 403");
            foreach (var answer in told.GetProperty("responses").EnumerateObject())
            {
                Rule(Text(answer.Value, "description") is not null, $"says nothing of {answer.Name}");
                if (answer.Name[0] is '4' or '5')
                    Rule(
                        answer.Value.TryGetProperty("content", out var content)
                            && content.TryGetProperty("application/problem+json", out var form)
                            && form.TryGetProperty("schema", out _),
                        $"{answer.Name} has no problem details"
                    );
            }
            foreach (Match part in Part().Matches(operation.Path))
                Rule(
                    operation.Parameters.Any(one =>
                        Text(one, "name") == part.Groups[1].Value && Text(one, "in") == "path" && one.GetProperty("required").GetBoolean()
                    ),
                    $"does not describe {part.Value}"
                );
            foreach (var one in operation.Parameters)
                Rule(
                    one.TryGetProperty("schema", out _) && Text(one, "in") is "path" or "query" or "header",
                    $"has a parameter {Text(one, "name")} of no form"
                );

            void Rule(bool kept, string broken)
            {
                if (!kept)
                    wrong.Add($"{operation} {broken}");
            }
        }
        wrong.AddRange(
            api.Operations.GroupBy(operation => Text(operation.Description, "operationId"))
                .Where(same => same.Count() > 1)
                .Select(same => $"{same.Key} is the name of {string.Join(" and ", same)}")
        );
        Assert.True(wrong.Count == 0, string.Join("\n", wrong));
    }

    [Fact]
    public void It_is_of_version_3_1_and_every_reference_leads_somewhere()
    {
        Assert.StartsWith("3.1.", Text(api.Root, "openapi"), StringComparison.Ordinal);
        Assert.NotNull(Text(api.Root.GetProperty("info"), "title"));
        Assert.NotNull(Text(api.Root.GetProperty("info"), "version"));
        var broken = new List<string>();
        Walk(api.Root, "#");
        Assert.Empty(broken);

        void Walk(JsonElement at, string where)
        {
            if (at.ValueKind == JsonValueKind.Array)
            {
                var i = 0;
                foreach (var item in at.EnumerateArray())
                    Walk(item, $"{where}/{i++}");
            }
            if (at.ValueKind != JsonValueKind.Object)
                return;
            if (
                at.TryGetProperty("$ref", out var reference)
                && reference.ValueKind == JsonValueKind.String
                && !Leads(reference.GetString()!)
            )
                broken.Add($"{where} → {reference}");
            // JSON Schema 2020-12, which 3.1 uses: null is a type, not a separate keyword.
            if (at.TryGetProperty("nullable", out var nullable) && nullable.ValueKind is JsonValueKind.True or JsonValueKind.False)
                broken.Add($"{where} says nullable");
            foreach (var field in at.EnumerateObject())
                Walk(field.Value, $"{where}/{field.Name}");
        }
    }

    [Fact]
    public void Descriptions_name_fields_values_and_paths_and_no_members_of_this_program()
    {
        var wrong = new List<string>();
        Walk(api.Root);
        Assert.True(wrong.Count == 0, string.Join("\n", wrong));

        void Walk(JsonElement at)
        {
            if (at.ValueKind == JsonValueKind.Object)
                foreach (var field in at.EnumerateObject())
                    if (field.Name == "description" && field.Value.ValueKind == JsonValueKind.String)
                    {
                        if (Source().IsMatch(field.Value.GetString()!))
                            wrong.Add(field.Value.GetString()!);
                    }
                    else
                        Walk(field.Value);
            else if (at.ValueKind == JsonValueKind.Array)
                foreach (var item in at.EnumerateArray())
                    Walk(item);
        }
    }

    [Fact]
    public void Every_list_can_be_read_a_page_at_a_time()
    {
        var whole = api
            .Operations.Where(operation =>
                operation is { Method: "GET", ByToken: true }
                && ListOf(operation)
                && operation.Parameters.All(one => Text(one, "name") != "limit")
            )
            .Select(operation => operation.ToString());
        Assert.Empty(whole);
    }

    private static bool ListOf(ApiOperation operation) =>
        operation.Description.GetProperty("responses").TryGetProperty("200", out var answer)
        && answer.TryGetProperty("content", out var content)
        && content.TryGetProperty("application/json", out var form)
        && form.GetProperty("schema").TryGetProperty("type", out var type)
        && type.ValueKind == JsonValueKind.String
        && type.GetString() == "array";

    private bool Leads(string reference)
    {
        var at = api.Root;
        foreach (var step in reference.Split('/').Skip(1))
        {
            if (
                at.ValueKind != JsonValueKind.Object
                || !at.TryGetProperty(
                    step.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal),
                    out at
                )
            )
                return reference.Contains("/properties/", StringComparison.Ordinal);
        }
        return reference.StartsWith("#/", StringComparison.Ordinal);
    }

    /// <summary>Paths that must be reachable before a caller is identified.</summary>
    private static bool Open(string path) =>
        path is Shared.Wire.AgentPaths.Authority or Shared.Wire.AgentPaths.Enrol || path.StartsWith("/agent/", StringComparison.Ordinal);

    private static string? Text(JsonElement of, string name) =>
        of.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    // An entity or element of the comment, its line break, or a member with its type: int? RingRule.Hosts.
    [GeneratedRegex(@"&\w+;|</?\w+>|\n|\b(?:string|bool|int|long|double|IReadOnly\w+<[\w<>?, ]+>)\?? [A-Z]\w+\.[A-Z]")]
    private static partial Regex Source();

    [GeneratedRegex("^[a-z][A-Za-z0-9]+$")]
    private static partial Regex Name();

    [GeneratedRegex(@"\{([A-Za-z]+)\}")]
    private static partial Regex Part();
}
