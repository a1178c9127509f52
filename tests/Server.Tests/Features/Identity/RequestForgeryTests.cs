using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using IwTune.Server.Features.Identity;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using Microsoft.AspNetCore.Routing;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>A browser sends its cookie with requests from any page: the cookie alone must not allow a change.</summary>
public sealed partial class RequestForgeryTests
{
    [Fact]
    public async Task Every_write_by_cookie_without_the_antiforgery_token_is_refused()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var tried = 0;
        foreach (var endpoint in server.Get<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>())
        {
            var path = "/" + Parameter().Replace(endpoint.RoutePattern.RawText!.TrimStart('/'), "x");
            if (
                path.StartsWith("/agent/", StringComparison.Ordinal)
                || path.StartsWith("/_framework", StringComparison.Ordinal)
                || path.StartsWith("/problem/", StringComparison.Ordinal)
            )
                continue;
            foreach (
                var method in endpoint
                    .Metadata.GetMetadata<HttpMethodMetadata>()
                    ?.HttpMethods.Where(method => method is not ("GET" or "HEAD" or "OPTIONS"))
                    ?? []
            )
            {
                using var request = new HttpRequestMessage(new(method), path);
                request.Content =
                    path.StartsWith("/api/", StringComparison.Ordinal) || path.StartsWith("/scim/", StringComparison.Ordinal)
                        ? new StringContent("{}", Encoding.UTF8, "application/json")
                        : new FormUrlEncodedContent([new("_handler", "x"), new("id", "x"), new("back", "/"), new("theme", "dark")]);
                using var answer = await person.Http.SendAsync(request);
                var text = await answer.Content.ReadAsStringAsync();
                // The cookie opens nothing of SCIM in the first place.
                var isRefused = path.StartsWith("/scim/", StringComparison.Ordinal)
                    ? answer.StatusCode == HttpStatusCode.Unauthorized
                    : answer.StatusCode == HttpStatusCode.BadRequest && text.Contains(FormToken.Missing, StringComparison.Ordinal);
                Assert.True(isRefused, $"{method} {path}: {(int)answer.StatusCode} {text}");
                tried++;
            }
        }
        Assert.InRange(tried, 60, 1000);
        Assert.Equal(HttpStatusCode.OK, (await person.GetAsync(FleetPaths.WhoAmI)).StatusCode);
    }

    [Fact]
    public async Task A_request_that_is_refused_for_another_reason_says_nothing_of_the_token()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var page = await person.SubmitAsync("/holds/set", "hold", ("Input.Selector", "site:\0"));
        using var read = await person.GetAsync("/hosts?q=%00");
        using var api = await server.ApiAsync();
        using var call = await api.PostAsync(FleetPaths.Holds, new StringContent("{", Encoding.UTF8, "application/json"));
        foreach (var answer in new[] { page, read, call })
        {
            Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
            Assert.DoesNotContain(FormToken.Missing, await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }
    }

    [GeneratedRegex(@"\{[^}]*\}", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Parameter();
}
