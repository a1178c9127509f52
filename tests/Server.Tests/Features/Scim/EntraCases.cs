using System.Net;
using System.Text.Json.Nodes;

namespace IwTune.Server.Tests.Features.Scim;

/// <summary>
/// The tests of Microsoft's SCIM validator (scimvalidator.microsoft.com) by their names, with requests in the form that Entra ID sends
/// (learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups). Those about managers are left out: this
/// server has no such attribute, and says so in /Schemas.
/// </summary>
internal static class EntraCases
{
    private const string Enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

    public static IReadOnlyDictionary<string, Func<ProvisionedServer, Task>> All { get; } =
        new Dictionary<string, Func<ProvisionedServer, Task>>
        {
            ["Create a new User"] = async at =>
            {
                var name = at.Fresh();
                var made = await CreateAsync(at, name);
                var found = await at.CallAsync("GET", $"/Users/{made["id"]}");
                Assert.True(JsonNode.DeepEquals(made, found));
                Assert.Equal(
                    (name, "Runa", true),
                    ((string?)found["userName"], (string?)found["name"]!["givenName"], (bool)found["active"]!)
                );
            },
            ["Create a duplicate User"] = async at =>
            {
                var name = at.Fresh();
                await CreateAsync(at, name);
                Assert.Equal("uniqueness", await at.RefusalAsync("POST", "/Users", User(name), HttpStatusCode.Conflict));
            },
            ["Filter for an existing user"] = async at =>
            {
                var name = at.Fresh();
                var made = await CreateAsync(at, name);
                Assert.Equal((string?)made["id"], (string?)Assert.Single(await at.FindAsync("Users", $"userName eq \"{name}\""))!["id"]);
                Assert.Single(await at.FindAsync("Users", $"externalId eq \"x-{name}\""));
                Assert.Single(await at.FindAsync("Users", $"emails[type eq \"work\"].value eq \"{name}\""));
                Assert.Single(await at.FindAsync("Users", $"userName eq \"{name}\" and active eq true"));
            },
            ["Filter for a non-existing user"] = async at =>
                Assert.Empty(await at.FindAsync("Users", "userName eq \"no.person@example.com\"")),
            ["Filter for an existing user with a different case"] = async at =>
            {
                var name = at.Fresh();
                await CreateAsync(at, name);
                Assert.Single(await at.FindAsync("Users", $"USERNAME EQ \"{name.ToUpperInvariant()}\""));
            },
            ["Patch User - Replace Attributes Verbose"] = async at =>
            {
                var id = (await CreateAsync(at, at.Fresh()))["id"];
                var changed = await at.PatchAsync(
                    $"/Users/{id}",
                    """
                    {"op":"replace","path":"displayName","value":"Runa Berg"},
                    {"op":"replace","path":"emails[type eq \"work\"].value","value":"runa@example.org"},
                    {"op":"replace","path":"emails[type eq \"work\"].primary","value":"True"},
                    {"op":"replace","path":"name.familyName","value":"Berg"},
                    {"op":"replace","path":"name.formatted","value":"Runa Berg"},
                    {"op":"replace","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department","value":"Networks"}
                    """
                );
                Assert.Equal("Runa Berg", (string?)changed["displayName"]);
                Assert.Equal("runa@example.org", (string?)changed["emails"]![0]!["value"]);
                Assert.Equal(("Runa", "Berg"), ((string?)changed["name"]!["givenName"], (string?)changed["name"]!["familyName"]));
                Assert.True(JsonNode.DeepEquals(changed, await at.CallAsync("GET", $"/Users/{id}")));
            },
            ["Update User userName"] = async at =>
            {
                var (name, next) = (at.Fresh(), at.Fresh());
                var id = (await CreateAsync(at, name))["id"];
                await at.PatchAsync($"/Users/{id}", $$"""{"op":"Replace","path":"userName","value":"{{next}}"}""");
                Assert.Empty(await at.FindAsync("Users", $"userName eq \"{name}\""));
                Assert.Single(await at.FindAsync("Users", $"userName eq \"{next}\""));
            },
            ["Patch User - Disable User"] = async at =>
            {
                var name = at.Fresh();
                var id = (await CreateAsync(at, name))["id"];
                await at.PatchAsync($"/Users/{id}", """{"op":"Replace","path":"active","value":"False"}""");
                Assert.False((bool)(await at.FindAsync("Users", $"userName eq \"{name}\""))[0]!["active"]!);
                await at.PatchAsync($"/Users/{id}", """{"op":"Add","path":"active","value":"True"}""");
                Assert.True((bool)(await at.CallAsync("GET", $"/Users/{id}"))["active"]!);
            },
            ["Delete a User"] = async at =>
            {
                var id = (await CreateAsync(at, at.Fresh()))["id"];
                await at.CallAsync("DELETE", $"/Users/{id}", expected: HttpStatusCode.NoContent);
                Assert.Equal("", await at.RefusalAsync("GET", $"/Users/{id}", null, HttpStatusCode.NotFound));
            },
            ["Delete a non-existent User"] = async at =>
                Assert.Equal("", await at.RefusalAsync("DELETE", $"/Users/{Guid.NewGuid()}", null, HttpStatusCode.NotFound)),
            ["Delete the same User twice"] = async at =>
            {
                var id = (await CreateAsync(at, at.Fresh()))["id"];
                await at.CallAsync("DELETE", $"/Users/{id}", expected: HttpStatusCode.NoContent);
                Assert.Equal("", await at.RefusalAsync("DELETE", $"/Users/{id}", null, HttpStatusCode.NotFound));
            },
            ["Patch User - Multiple Ops different attrs"] = async at =>
            {
                var id = (await CreateAsync(at, at.Fresh()))["id"];
                var changed = await at.PatchAsync(
                    $"/Users/{id}",
                    """
                    {"op":"Remove","path":"name.formatted"},{"op":"Add","path":"emails[type eq \"home\"].value","value":"at@home.example"},
                    {"op":"Replace","value":{"displayName":"R. B.","name.givenName":"R.","title":"of no meaning here"}}
                    """
                );
                Assert.Null(changed["name"]!["formatted"]);
                Assert.Equal(("R. B.", "R."), ((string?)changed["displayName"], (string?)changed["name"]!["givenName"]));
                Assert.Equal(2, changed["emails"]!.AsArray().Count);
            },
            ["Patch User - Multiple Ops same attr"] = async at =>
            {
                var id = (await CreateAsync(at, at.Fresh()))["id"];
                var changed = await at.PatchAsync(
                    $"/Users/{id}",
                    """{"op":"Remove","path":"displayName"},{"op":"Add","path":"displayName","value":"A"},{"op":"Replace","path":"displayName","value":"B"}"""
                );
                Assert.Equal("B", (string?)changed["displayName"]);
            },
            ["Create a new Group"] = async at =>
            {
                var (name, user) = (at.Fresh("group"), await at.UserAsync(at.Fresh()));
                var id = await at.GroupAsync(name, user);
                var found = await at.CallAsync("GET", $"/Groups/{id}");
                Assert.Equal((name, user), ((string?)found["displayName"], (string?)found["members"]![0]!["value"]));
            },
            ["Create a duplicate Group"] = async at =>
            {
                var name = at.Fresh("group");
                await at.GroupAsync(name);
                var again = $"{{{ProvisionedServer.GroupSchema},\"displayName\":\"{name.ToUpperInvariant()}\"}}";
                Assert.Equal("uniqueness", await at.RefusalAsync("POST", "/Groups", again, HttpStatusCode.Conflict));
            },
            ["Get group by id excluding members"] = async at =>
            {
                var id = await at.GroupAsync(at.Fresh("group"), await at.UserAsync(at.Fresh()));
                Assert.Null((await at.CallAsync("GET", $"/Groups/{id}?excludedAttributes=members"))["members"]);
            },
            ["Filter for existing group excluding members"] = async at =>
            {
                var name = at.Fresh("group");
                await at.GroupAsync(name, await at.UserAsync(at.Fresh()));
                var found = Assert.Single(await at.FindAsync("Groups", $"displayName eq \"{name}\"", "&excludedAttributes=members"))!;
                Assert.Null(found["members"]);
            },
            ["Filter for an existing group"] = async at =>
            {
                var name = at.Fresh("group");
                var (user, other) = (await at.UserAsync(at.Fresh()), await at.UserAsync(at.Fresh()));
                var id = await at.GroupAsync(name, user);
                Assert.Single(await at.FindAsync("Groups", $"displayName eq \"{name}\""));
                Assert.Single(await at.FindAsync("Groups", $"id eq \"{id}\" and members eq \"{user}\""));
                Assert.Empty(await at.FindAsync("Groups", $"id eq \"{id}\" and members[value eq \"{user}\"].value eq \"{other}\""));
            },
            ["Filter for a non-existing group"] = async at =>
                Assert.Empty(await at.FindAsync("Groups", "displayName eq \"no such group\"")),
            ["Filter for existing group different case"] = async at =>
            {
                var name = at.Fresh("group");
                await at.GroupAsync(name);
                Assert.Single(await at.FindAsync("Groups", $"displayName eq \"{name.ToUpperInvariant()}\""));
            },
            ["Patch Group - Replace Attributes"] = async at =>
            {
                var id = await at.GroupAsync(at.Fresh("group"));
                var changed = await at.PatchAsync($"/Groups/{id}", """{"op":"replace","path":"externalId","value":"6d1c"}""");
                Assert.Equal("6d1c", (string?)changed["externalId"]);
            },
            ["Update Group displayName"] = async at =>
            {
                var (id, next) = (await at.GroupAsync(at.Fresh("group")), at.Fresh("group"));
                await at.PatchAsync($"/Groups/{id}", $$"""{"op":"Replace","path":"displayName","value":"{{next}}"}""");
                Assert.Single(await at.FindAsync("Groups", $"displayName eq \"{next}\""));
            },
            ["Patch Group - Add Member"] = async at =>
            {
                var (id, user) = (await at.GroupAsync(at.Fresh("group")), await at.UserAsync(at.Fresh()));
                var add = $$"""{"op":"Add","path":"members","value":[{"$ref":null,"value":"{{user}}"}]}""";
                var changed = await at.PatchAsync($"/Groups/{id}", add);
                Assert.Equal(user, (string?)Assert.Single(changed["members"]!.AsArray())!["value"]);
                // Sent again it changes nothing, and makes no version.
                Assert.True(JsonNode.DeepEquals(changed, await at.PatchAsync($"/Groups/{id}", add)));
            },
            ["Patch Group - Remove Member"] = async at =>
            {
                var (user, other) = (await at.UserAsync(at.Fresh()), await at.UserAsync(at.Fresh()));
                var id = await at.GroupAsync(at.Fresh("group"), user, other);
                var changed = await at.PatchAsync($"/Groups/{id}", $$"""{"op":"Remove","path":"members","value":[{"value":"{{user}}"}]}""");
                Assert.Equal(other, (string?)Assert.Single(changed["members"]!.AsArray())!["value"]);
            },
            ["Patch Group - Multiple Ops same attr"] = async at =>
            {
                var (user, other) = (await at.UserAsync(at.Fresh()), await at.UserAsync(at.Fresh()));
                var id = await at.GroupAsync(at.Fresh("group"), user);
                var changed = await at.PatchAsync(
                    $"/Groups/{id}",
                    $$"""{"op":"Remove","path":"members[value eq \"{{user}}\"]"},{"op":"Add","path":"members","value":[{"value":"{{other}}"}]}"""
                );
                Assert.Equal(other, (string?)Assert.Single(changed["members"]!.AsArray())!["value"]);
            },
            ["Delete a Group"] = async at =>
            {
                var id = await at.GroupAsync(at.Fresh("group"), await at.UserAsync(at.Fresh()));
                await at.CallAsync("DELETE", $"/Groups/{id}", expected: HttpStatusCode.NoContent);
                Assert.Equal("", await at.RefusalAsync("GET", $"/Groups/{id}", null, HttpStatusCode.NotFound));
            },
            ["Delete a non-existent Group"] = async at =>
                Assert.Equal("", await at.RefusalAsync("DELETE", $"/Groups/{Guid.NewGuid()}", null, HttpStatusCode.NotFound)),
            ["Delete the same Group twice"] = async at =>
            {
                var id = await at.GroupAsync(at.Fresh("group"));
                await at.CallAsync("DELETE", $"/Groups/{id}", expected: HttpStatusCode.NoContent);
                Assert.Equal("", await at.RefusalAsync("DELETE", $"/Groups/{id}", null, HttpStatusCode.NotFound));
            },
        };

    private static Task<JsonObject> CreateAsync(ProvisionedServer at, string name) =>
        at.CallAsync("POST", "/Users", User(name), HttpStatusCode.Created);

    private static string User(string name) =>
        $$"""
            {"userName":"{{name}}","active":true,"displayName":"Runa Lund","title":"engineer","externalId":"x-{{name}}",
            "emails":[{"type":"work","value":"{{name}}","primary":true}],"preferredLanguage":"nb",
            "name":{"givenName":"Runa","familyName":"Lund","formatted":"Runa Lund","honorificPrefix":"Dr."},
            "addresses":[{"type":"work","streetAddress":"1 Long Street","primary":true}],"phoneNumbers":[{"type":"work","value":"1"}],
            "{{Enterprise}}":{"department":"Cables","manager":{"value":"x"} },"roles":[{"primary":"True","value":"admin"}],
            "schemas":["urn:ietf:params:scim:schemas:core:2.0:User","{{Enterprise}}"]}
            """;
}
