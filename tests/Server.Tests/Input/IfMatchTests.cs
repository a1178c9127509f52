using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Fleet;

namespace IwTune.Server.Tests.Input;

/// <summary>Two people change the same object: the second sees the first one's change, and overwrites nothing unseen.</summary>
public sealed class IfMatchTests(BesiegedFixture fixture) : IClassFixture<BesiegedFixture>
{
    private readonly Besieged besieged = fixture.Besieged;

    [Fact]
    public async Task Whoever_is_second_is_refused_with_what_there_is_now_until_they_look_again()
    {
        await SendAsync(
            HttpMethod.Post,
            FleetPaths.Users,
            """{"name":"carla","grants":[{"role":"Viewer"}]}""",
            null,
            HttpStatusCode.Created
        );
        using var saved = JsonDocument.Parse(
            await SendAsync(HttpMethod.Post, FleetPaths.Views, """{"name":"mine"}""", null, HttpStatusCode.Created)
        );
        (string Path, string First, string Second, string Told)[] rows =
        [
            (
                FleetPaths.View(saved.RootElement.GetProperty("id").GetString()!),
                """{"name":"mine","query":"site:fra"}""",
                """{"name":"mine","query":"site:ams"}""",
                "hosts that match site:fra"
            ),
            (
                FleetPaths.HostLabels("web-1"),
                """{"labels":{"site":"fra"},"reason":"moved"}""",
                """{"labels":{"site":"ams"},"reason":"moved back"}""",
                "site=fra"
            ),
            (
                FleetPaths.UserGrants("carla"),
                """{"grants":[{"role":"Auditor"}],"reason":"a year"}""",
                """{"grants":[{"role":"Viewer"}],"reason":"no"}""",
                "auditor"
            ),
            (
                FleetPaths.Retention,
                """{"periods":{"history":400},"reason":"as agreed"}""",
                """{"periods":{"history":500},"reason":"or not"}""",
                "400"
            ),
        ];
        var puts = besieged.Api.Operations.Where(operation => operation.Method == "PUT").ToList();
        Assert.Equal(rows.Length, puts.Count);
        foreach (var (path, first, second, told) in rows)
        {
            var tag = await TagAsync(path);
            await SendAsync(HttpMethod.Put, path, first, tag, HttpStatusCode.OK);
            var problem = await SendAsync(HttpMethod.Put, path, second, tag, HttpStatusCode.PreconditionFailed);
            Assert.Contains("urn:iwtune:problem:changed-since", problem, StringComparison.Ordinal);
            Assert.Contains(told, problem, StringComparison.Ordinal);
            await SendAsync(HttpMethod.Put, path, second, "\"made-up\"", HttpStatusCode.PreconditionFailed);
            await SendAsync(HttpMethod.Put, path, second, $"W/{tag}", HttpStatusCode.PreconditionFailed);
            var again = await TagAsync(path);
            Assert.NotEqual(tag, again);
            await SendAsync(HttpMethod.Put, path, second, again, HttpStatusCode.OK);
            await SendAsync(HttpMethod.Put, path, first, "*", HttpStatusCode.OK);
            await SendAsync(HttpMethod.Put, path, second, null, HttpStatusCode.OK);
        }
    }

    [Fact]
    public void What_has_a_tag_says_so_in_the_description()
    {
        foreach (var put in besieged.Api.Operations.Where(operation => operation.Method == "PUT"))
        {
            var get = besieged.Api.Operations.Single(operation => operation.Method == "GET" && operation.Path == put.Path);
            Assert.Contains(put.Parameters, one => one.GetProperty("name").GetString() == "If-Match");
            Assert.Contains(412, put.Statuses);
            Assert.True(
                get.Description.GetProperty("responses").GetProperty("200").GetProperty("headers").TryGetProperty("ETag", out _),
                get.ToString()
            );
        }
        Assert.All(
            besieged.Api.Operations.Where(operation => operation.Statuses.Contains(304)),
            one => Assert.Contains(one.Parameters, header => header.GetProperty("name").GetString() == "If-None-Match")
        );
    }

    private async Task<string> TagAsync(string path)
    {
        using var answer = await besieged.Admin.GetAsync(path);
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
        return answer.Headers.ETag!.ToString();
    }

    private async Task<string> SendAsync(HttpMethod method, string path, string body, string? ifMatch, HttpStatusCode expected)
    {
        using var request = new HttpRequestMessage(method, path) { Content = new StringContent(body, Encoding.UTF8, "application/json") };
        if (ifMatch is not null)
            request.Headers.IfMatch.Add(ifMatch == "*" ? EntityTagHeaderValue.Any : EntityTagHeaderValue.Parse(ifMatch));
        using var answer = await besieged.Admin.SendAsync(request);
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.StatusCode == expected, $"{method} {path}: {(int)answer.StatusCode} {text}");
        return text;
    }
}
