using System.Net;

namespace IwTune.Server.Tests.Features.Scim;

/// <summary>What is refused, and with which keyword (RFC 7644, table 9).</summary>
public sealed class ScimRefusalTests(ProvisionedServer at) : IClassFixture<ProvisionedServer>
{
    [Theory]
    [InlineData("userName sw \"a\"")]
    [InlineData("userName eq \"a\" or userName eq \"b\"")]
    [InlineData("not (userName eq \"a\")")]
    [InlineData("(userName eq \"a\")")]
    [InlineData("userName pr")]
    [InlineData("userName eq a")]
    [InlineData("userName eq \"a")]
    [InlineData("userName eq \"a\" \"b\"")]
    [InlineData("nickName eq \"a\"")]
    [InlineData("meta.lastModified eq \"a\"")]
    [InlineData("name eq \"a\"")]
    [InlineData("name[givenName eq \"a\"].familyName eq \"b\"")]
    [InlineData("emails[type eq \"work\"] eq")]
    [InlineData("emails[type eq \"work\".value eq \"a\"")]
    [InlineData("emails[emails[type eq \"a\"].value eq \"a\"].value eq \"a\"")]
    [InlineData("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq \"a\"")]
    [InlineData("eq eq eq")]
    public async Task A_filter_of_another_form(string filter) =>
        Assert.Equal(
            "invalidFilter",
            await at.RefusalAsync("GET", $"/Users?filter={Uri.EscapeDataString(filter)}", null, HttpStatusCode.BadRequest)
        );

    [Theory]
    [InlineData("""{"op":"move","path":"active","value":true}""", "invalidSyntax")]
    [InlineData("""{"path":"active","value":true}""", "invalidSyntax")]
    [InlineData("true", "invalidSyntax")]
    [InlineData("""{"op":"remove"}""", "noTarget")]
    [InlineData("""{"op":"replace","path":"emails[type eq \"fax\"].value","value":"a@b.example"}""", "noTarget")]
    [InlineData("""{"op":"add","path":"name[","value":"a"}""", "invalidPath")]
    [InlineData("""{"op":"add","path":"","value":"a"}""", "invalidPath")]
    [InlineData("""{"op":"add","path":7,"value":"a"}""", "invalidPath")]
    [InlineData("""{"op":"add","path":"userName.value","value":"a"}""", "invalidPath")]
    [InlineData("""{"op":"add","path":"displayName[value eq \"a\"]","value":"a"}""", "invalidPath")]
    [InlineData("""{"op":"add","path":"emails[colour eq \"a\"].value","value":"a"}""", "invalidPath")]
    [InlineData("""{"op":"add","path":"active","value":"perhaps"}""", "invalidValue")]
    [InlineData("""{"op":"add","path":"displayName","value":{"a":1}}""", "invalidValue")]
    [InlineData("""{"op":"add","path":"displayName"}""", "invalidValue")]
    [InlineData("""{"op":"add","value":"a"}""", "invalidValue")]
    [InlineData("""{"op":"replace","path":"userName","value":"  "}""", "invalidValue")]
    [InlineData("""{"op":"replace","path":"id","value":"a"}""", "mutability")]
    [InlineData("""{"op":"add","path":"groups","value":[{"value":"a"}]}""", "mutability")]
    [InlineData("""{"op":"remove","path":"userName"}""", "mutability")]
    [InlineData("""{"op":"remove","path":"active"}""", "mutability")]
    public async Task A_patch_that_cannot_be_done_changes_nothing(string operation, string keyword)
    {
        var id = await at.UserAsync(at.Fresh());
        var before = await at.CallAsync("GET", $"/Users/{id}");
        var body =
            $$"""{ {{ProvisionedServer.PatchSchema}},"Operations":[{"op":"add","path":"displayName","value":"first"},{{operation}}]}""";
        Assert.Equal(keyword, await at.RefusalAsync("PATCH", $"/Users/{id}", body, HttpStatusCode.BadRequest));
        Assert.Equal(before.ToJsonString(), (await at.CallAsync("GET", $"/Users/{id}")).ToJsonString());
    }

    [Theory]
    [InlineData("[]", "invalidSyntax")]
    [InlineData("{", "invalidSyntax")]
    [InlineData("{\"userName\":\"a\",\"userName\":\"b\"}", "invalidSyntax")]
    [InlineData("{\"userName\":\"a\\u0000b\"}", "invalidSyntax")]
    [InlineData("{\"userName\":\"a\\ud800b\"}", "invalidSyntax")]
    [InlineData("{\"\\ud800\":\"b\"}", "invalidSyntax")]
    [InlineData("{\"userName\":\"a\\u202eb\"}", "invalidSyntax")]
    [InlineData("{\"schemas\":[\"urn:other\"],\"userName\":\"a\"}", "invalidSyntax")]
    [InlineData("{}", "invalidValue")]
    [InlineData("{\"userName\":7}", "invalidValue")]
    [InlineData("{\"userName\":\"a\",\"active\":1}", "invalidValue")]
    [InlineData("{\"userName\":\"a\",\"name\":\"b\"}", "invalidValue")]
    public async Task A_person_who_is_none(string body, string keyword) =>
        Assert.Equal(keyword, await at.RefusalAsync("POST", "/Users", body, HttpStatusCode.BadRequest));

    [Fact]
    public async Task Limits_and_other_forms_are_refused_in_the_form_of_scim()
    {
        Assert.Equal("invalidValue", await at.RefusalAsync("GET", "/Users?count=many", null, HttpStatusCode.BadRequest));
        var long1 = $$"""{"userName":"{{new string('a', 501)}}"}""";
        Assert.Equal("invalidValue", await at.RefusalAsync("POST", "/Users", long1, HttpStatusCode.BadRequest));
        var large = $$"""{"userName":"{{new string('a', 70_000)}}"}""";
        Assert.Equal("", await at.RefusalAsync("POST", "/Users", large, HttpStatusCode.RequestEntityTooLarge));
        var stranger = $$"""{ {{ProvisionedServer.GroupSchema}},"displayName":"{{at.Fresh("group")}}","members":[{"value":"x"}]}""";
        Assert.Equal("invalidValue", await at.RefusalAsync("POST", "/Groups", stranger, HttpStatusCode.BadRequest));
        Assert.Equal("", await at.RefusalAsync("GET", "/Nothing", null, HttpStatusCode.NotFound));
        Assert.Equal("", await at.RefusalAsync("POST", "/Bulk", "{}", HttpStatusCode.NotFound));
        Assert.Equal("", await at.RefusalAsync("DELETE", "/Users", null, HttpStatusCode.MethodNotAllowed));
        // A group has room for its members; each text in it is limited still.
        var padded =
            $$"""{ {{ProvisionedServer.GroupSchema}},"displayName":"{{at.Fresh("group")}}","unknown":"{{new string('a', 400_000)}}"}""";
        await at.CallAsync("POST", "/Groups", padded, HttpStatusCode.Created);
        var over = $$"""{ {{ProvisionedServer.GroupSchema}},"displayName":"a","unknown":"{{new string('a', 1_100_000)}}"}""";
        Assert.Equal("", await at.RefusalAsync("POST", "/Groups", over, HttpStatusCode.RequestEntityTooLarge));
        var operations = string.Join(',', Enumerable.Repeat("""{"op":"add","path":"displayName","value":"a"}""", 501));
        var many = $$"""{ {{ProvisionedServer.PatchSchema}},"Operations":[{{operations}}]}""";
        Assert.Equal(
            "tooMany",
            await at.RefusalAsync("PATCH", $"/Users/{await at.UserAsync(at.Fresh())}", many, HttpStatusCode.BadRequest)
        );
    }
}
