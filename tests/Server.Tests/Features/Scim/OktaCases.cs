using System.Net;
using System.Text.Json.Nodes;

namespace IwTune.Server.Tests.Features.Scim;

/// <summary>
/// The steps of Okta's "SCIM 2.0 SPEC Test" by their names, and the requests that Okta documents
/// (developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20).
/// </summary>
internal static class OktaCases
{
    private const string ListSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

    public static IReadOnlyDictionary<string, Func<ProvisionedServer, Task>> All { get; } =
        new Dictionary<string, Func<ProvisionedServer, Task>>
        {
            ["Test Users endpoint"] = async at =>
            {
                await CreateAsync(at, at.Fresh());
                var list = await at.CallAsync("GET", "/Users?count=1&startIndex=1");
                Assert.Equal(ListSchema, (string?)list["schemas"]![0]);
                Assert.Equal((1, 1), ((int)list["itemsPerPage"]!, (int)list["startIndex"]!));
                Assert.True((int)list["totalResults"]! >= 1);
                Assert.NotEmpty((string)list["Resources"]![0]!["id"]!);
            },
            ["Get Users/{{id}}"] = async at =>
            {
                var id = (await CreateAsync(at, at.Fresh()))["id"];
                var found = await at.CallAsync("GET", $"/Users/{id}");
                Assert.Equal(("Sten", "Okk"), ((string?)found["name"]!["givenName"], (string?)found["name"]!["familyName"]));
                Assert.NotEmpty((string)found["emails"]![0]!["value"]!);
            },
            ["Test invalid User by username"] = async at => await NoneAsync(at, "missing@example.com"),
            ["Test invalid User by ID"] = async at =>
                Assert.Equal("", await at.RefusalAsync("GET", "/Users/010101001010101011001010101011", null, HttpStatusCode.NotFound)),
            ["Make sure random user doesn't exist"] = async at => await NoneAsync(at, at.Fresh("random")),
            ["Create Okta user with realistic values"] = async at =>
            {
                var name = at.Fresh();
                using var answer = await at.SendAsync("POST", "/Users", User(name));
                Assert.Equal(HttpStatusCode.Created, answer.StatusCode);
                var made = JsonNode.Parse(await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))!;
                Assert.Equal((name, true), ((string?)made["userName"], (bool)made["active"]!));
                Assert.Equal((string?)made["meta"]!["location"], answer.Headers.Location!.ToString());
                Assert.Equal((string?)made["meta"]!["version"], answer.Headers.ETag!.ToString());
            },
            ["Verify that user was created"] = async at =>
            {
                var name = at.Fresh();
                await CreateAsync(at, name);
                Assert.Single(await at.FindAsync("Users", $"userName eq \"{name}\"", "&startIndex=1&count=100"));
            },
            ["Expect failure when recreating user with same values"] = async at =>
            {
                var name = at.Fresh();
                await CreateAsync(at, name);
                Assert.Equal("uniqueness", await at.RefusalAsync("POST", "/Users", User(name), HttpStatusCode.Conflict));
            },
            ["Username Case Sensitivity Check"] = async at =>
            {
                var name = at.Fresh();
                await CreateAsync(at, name);
                Assert.Single(await at.FindAsync("Users", $"userName eq \"{name.ToUpperInvariant()}\""));
            },
            ["Verify Groups endpoint"] = async at => Assert.NotNull((await at.CallAsync("GET", "/Groups"))["Resources"]),
            ["Check status 401"] = async at =>
            {
                foreach (var authorization in (string?[])[null, "non-token", "Bearer iwta_x", "Basic eDp5"])
                {
                    using var client = at.Server.Client();
                    using var request = new HttpRequestMessage(HttpMethod.Get, "/scim/v2/Users");
                    if (authorization is not null)
                        request.Headers.TryAddWithoutValidation("Authorization", authorization);
                    using var answer = await client.SendAsync(request);
                    Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
                    Assert.Equal("application/scim+json", answer.Content.Headers.ContentType?.MediaType);
                    var text = await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
                    Assert.Equal("401", (string?)JsonNode.Parse(text)!["status"]);
                }
            },
            ["Check status 404"] = async at =>
                Assert.Equal("", await at.RefusalAsync("GET", "/Users/00919288221112222", null, HttpStatusCode.NotFound)),
            ["Update with a GET and a full PUT"] = async at =>
            {
                var made = await CreateAsync(at, at.Fresh());
                made["name"] = new JsonObject { ["givenName"] = "Sten", ["familyName"] = "Dahl" };
                made["password"] = "never kept";
                var changed = await at.CallAsync("PUT", $"/Users/{made["id"]}", made.ToJsonString());
                Assert.Equal("Dahl", (string?)changed["name"]!["familyName"]);
                Assert.Null(changed["password"]);
            },
            ["Deactivate and reactivate without a path"] = async at =>
            {
                var id = (await CreateAsync(at, at.Fresh()))["id"];
                Assert.False((bool)(await at.PatchAsync($"/Users/{id}", """{"op":"replace","value":{"active":false}}"""))["active"]!);
                Assert.True((bool)(await at.PatchAsync($"/Users/{id}", """{"op":"replace","value":{"active":true}}"""))["active"]!);
            },
            ["Pages of users"] = async at =>
            {
                for (var i = 0; i < 5; i++)
                    await at.UserAsync(at.Fresh("paged"));
                var total = (int)(await at.CallAsync("GET", "/Users?count=0"))["totalResults"]!;
                var seen = new List<string>();
                for (var start = 1; start <= total; start += 2)
                {
                    var page = await at.CallAsync("GET", $"/Users?startIndex={start}&count=2");
                    Assert.Equal((start, total), ((int)page["startIndex"]!, (int)page["totalResults"]!));
                    seen.AddRange(page["Resources"]!.AsArray().Select(one => (string)one!["id"]!));
                }
                Assert.Equal((total, total), (seen.Count, seen.Distinct(StringComparer.Ordinal).Count()));
            },
            ["Group push: rename, replace members, PUT, delete"] = async at =>
            {
                var (one, two, next) = (await at.UserAsync(at.Fresh()), await at.UserAsync(at.Fresh()), at.Fresh("group"));
                var id = await at.GroupAsync(at.Fresh("group"));
                var named = await at.PatchAsync(
                    $"/Groups/{id}",
                    $$$"""{"op":"replace","value":{"id":"{{{id}}}","displayName":"{{{next}}}"}}"""
                );
                Assert.Equal(next, (string?)named["displayName"]);
                var filled = await at.PatchAsync(
                    $"/Groups/{id}",
                    $$"""{"op":"replace","path":"members","value":[{{ProvisionedServer.Members(one, two)}}]}"""
                );
                Assert.Equal(2, filled["members"]!.AsArray().Count);
                var put = await at.CallAsync(
                    "PUT",
                    $"/Groups/{id}",
                    $$"""{ {{ProvisionedServer.GroupSchema}},"displayName":"{{next}}","members":[{{ProvisionedServer.Members(two)}}]}"""
                );
                Assert.Equal(two, (string?)Assert.Single(put["members"]!.AsArray())!["value"]);
                await at.CallAsync("DELETE", $"/Groups/{id}", expected: HttpStatusCode.NoContent);
            },
        };

    private static async Task NoneAsync(ProvisionedServer at, string name)
    {
        var list = await at.CallAsync("GET", $"/Users?filter={Uri.EscapeDataString($"userName eq \"{name}\"")}");
        Assert.Equal((ListSchema, 0), ((string?)list["schemas"]![0], (int)list["totalResults"]!));
    }

    private static Task<JsonObject> CreateAsync(ProvisionedServer at, string name) =>
        at.CallAsync("POST", "/Users", User(name), HttpStatusCode.Created);

    private static string User(string name) =>
        $$"""
            { {{ProvisionedServer.UserSchema}},"userName":"{{name}}","name":{"givenName":"Sten","familyName":"Okk"},
            "emails":[{"primary":true,"value":"{{name}}","type":"work"}],"displayName":"Sten Okk","locale":"sv-SE",
            "externalId":"00u-{{name}}","groups":[],"password":"not kept","active":true}
            """;
}
