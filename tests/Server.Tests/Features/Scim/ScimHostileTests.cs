using System.Text.Json;
using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Filters;
using IwTune.Server.Features.Scim.Patching;
using IwTune.Server.Features.Scim.Schemas;

namespace IwTune.Server.Tests.Features.Scim;

/// <summary>Nothing that a caller sends is a fault of the server.</summary>
public sealed class ScimHostileTests(ProvisionedServer at) : IClassFixture<ProvisionedServer>
{
    private static readonly string[] Pieces =
    [
        "userName",
        "emails",
        "members",
        "name",
        "groups",
        "id",
        "schemas",
        ".value",
        ".",
        "[",
        "]",
        "type",
        " eq ",
        " and ",
        " or ",
        "\"",
        "\"work\"",
        "true",
        "null",
        "7",
        "\\",
        "\\\"",
        "\\ud800",
        "(",
        ")",
        " ",
        "urn:",
        "urn:ietf:params:scim:schemas:core:2.0:User:",
        "$ref",
        "é",
        "\0",
        "eq",
        "not",
        "-1e999",
    ];

    private static readonly Gen<string> Text = Gen.OneOf(
        Gen.Elements(Pieces).ListOf().Select(parts => string.Concat(parts)),
        ArbMap.Default.GeneratorFor<NonNull<string>>().Select(text => text.Get)
    );

    [Fact]
    public void Any_text_is_a_filter_and_a_path_or_is_refused_with_a_reason() =>
        Prop.ForAll(
                Text.ToArbitrary(),
                text =>
                {
                    foreach (var schema in ScimSchema.All)
                    {
                        var (filter, error) = ScimFilter.Read(schema, text);
                        Assert.True((filter is null) != (error is null));
                        filter?.Matches(Sample());
                    }
                    var (path, problem) = ScimPath.Read(text);
                    Assert.True((path is null) != (problem is null));
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(200_000, 5_000)));

    [Fact]
    public void Any_operations_make_a_resource_that_could_have_been_sent_or_are_refused()
    {
        var random = new Random(Cases.Seed(11));
        var refused = 0;
        var rounds = Cases.Of(100_000, 4_000);
        for (var i = 0; i < rounds; i++)
        {
            var body = new JsonObject
            {
                ["Operations"] = new JsonArray([.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => Operation(random))]),
            };
            using var document = JsonDocument.Parse(body.ToJsonString());
            var (operations, error) = PatchOperation.Read(document.RootElement);
            var schema = ScimSchema.All[random.Next(2)];
            var (after, wrong) = error is not null ? (null, error) : ResourcePatch.Result(schema, Sample(), operations);
            refused += after is null ? 1 : 0;
            Assert.True((after is null) == ((error ?? wrong) is not null));
            if (after is null)
                continue;
            using var again = JsonDocument.Parse(after.ToJsonString());
            var (same, _) = CanonicalValue.Resource(schema, again.RootElement);
            Assert.True(JsonNode.DeepEquals(after, same), after.ToJsonString());
        }
        Assert.InRange(refused, rounds / 10, rounds * 95 / 100);
    }

    [Fact]
    public async Task No_call_is_answered_with_a_fault()
    {
        var random = new Random(Cases.Seed(12));
        var (user, group) = (await at.UserAsync(at.Fresh()), await at.GroupAsync(at.Fresh("group")));
        for (var i = 0; i < Cases.Of(5_000, 150); i++)
        {
            var (method, path) = random.Next(7) switch
            {
                0 => ("POST", "/Users"),
                1 => ("POST", "/Groups"),
                2 => ("PATCH", $"/Users/{user}"),
                3 => ("PATCH", $"/Groups/{group}"),
                4 => ("PUT", $"/Users/{user}"),
                5 => ("PUT", $"/Groups/{group}"),
                _ => (
                    "GET",
                    $"/Users?filter={Uri.EscapeDataString(Piece(random))}&startIndex={random.Next(-2, 9)}&attributes={Piece(random)}"
                ),
            };
            var body =
                method == "GET" ? null
                : random.Next(4) == 0 ? Value(random, 3).ToJsonString()
                : new JsonObject
                {
                    ["userName"] = Value(random, 1),
                    ["displayName"] = at.Fresh(),
                    ["members"] = Value(random, 2),
                    ["emails"] = Value(random, 3),
                    ["Operations"] = new JsonArray(Operation(random), Operation(random)),
                }.ToJsonString();
            using var answer = await at.SendAsync(method, path, body);
            Assert.True((int)answer.StatusCode < 500, $"{(int)answer.StatusCode} {method} {path} {body}");
        }
    }

    private static JsonObject Sample() =>
        JsonNode
            .Parse(
                """
                {"userName":"a","displayName":"b","active":true,"name":{"givenName":"c"},"members":[{"value":"1"},{"value":"2"}],
                "emails":[{"value":"d","type":"work","primary":true},{"value":"e"}]}
                """
            )!
            .AsObject();

    private static JsonNode Operation(Random random)
    {
        var operation = new JsonObject
        {
            ["op"] = ((string[])["add", "Replace", "remove", "x"])[random.Next(20) == 0 ? 3 : random.Next(3)],
        };
        if (random.Next(4) > 0)
            operation["path"] = random.Next(3) > 0 ? Likely[random.Next(Likely.Length)] : Piece(random);
        if (random.Next(8) > 0)
            operation["value"] = Value(random, 3);
        return operation;
    }

    private static readonly string[] Likely =
    [
        "userName",
        "displayName",
        "active",
        "name",
        "name.givenName",
        "emails",
        "emails.value",
        "emails[type eq \"work\"]",
        "emails[type eq \"work\"].value",
        "emails[primary eq true].value",
        "members",
        "members[value eq \"1\"]",
        "externalId",
        "title",
        "emails[type eq null].type",
        "members.value",
        "emails[type eq \"home\"]",
    ];

    private static string Piece(Random random) =>
        string.Concat(Enumerable.Range(0, random.Next(1, 8)).Select(_ => Pieces[random.Next(Pieces.Length)]))
            .Replace("\0", "", StringComparison.Ordinal);

    private static JsonNode Value(Random random, int depth) =>
        random.Next(depth > 0 ? 8 : 5) switch
        {
            0 => JsonValue.Create("True"),
            1 => JsonValue.Create(random.Next(2) == 0),
            2 => JsonValue.Create(random.Next()),
            3 => JsonValue.Create(Piece(random)),
            4 => JsonValue.Create("a" + random.Next(3)),
            5 => new JsonArray([.. Enumerable.Range(0, random.Next(4)).Select(_ => Value(random, depth - 1))]),
            _ => new JsonObject([
                .. ((string[])["value", "type", "primary", "display", "givenName", "userName", "active", "emails[type eq \"x\"].value"])
                    .Where(_ => random.Next(3) == 0)
                    .Select(name => KeyValuePair.Create(name, (JsonNode?)Value(random, depth - 1))),
            ]),
        };
}
