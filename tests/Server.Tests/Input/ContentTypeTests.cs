using System.Text.RegularExpressions;
using IwTune.Server.Console.Live;
using IwTune.Server.Tests.Console;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Routing;

namespace IwTune.Server.Tests.Input;

/// <summary>What a body is never has to be guessed.</summary>
public sealed partial class ContentTypeTests(BesiegedFixture fixture) : IClassFixture<BesiegedFixture>
{
    private readonly Besieged besieged = fixture.Besieged;

    [Fact]
    public async Task Every_body_says_its_type_and_a_text_its_charset()
    {
        using var person = await Person.SignedInAsync(besieged.Server, "reader", new AccessGrant(Role.Admin));
        using var stranger = besieged.Server.Client();
        var (seen, wrong) = (new HashSet<string>(StringComparer.Ordinal), new List<string>());
        foreach (var path in Addresses())
        {
            foreach (var caller in (HttpClient[])[person.Http, besieged.Admin, stranger])
            {
                using var answer = await caller.GetAsync(path);
                if ((await answer.Content.ReadAsByteArrayAsync()).Length == 0)
                    continue;
                var type = answer.Content.Headers.ContentType;
                seen.Add(type?.MediaType ?? "");
                if (type is null || (IsText(type.MediaType!) && !"utf-8".Equals(type.CharSet, StringComparison.OrdinalIgnoreCase)))
                    wrong.Add($"{path}, {(int)answer.StatusCode}: '{type}'");
            }
        }
        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
        Assert.Superset(
            new HashSet<string>(StringComparer.Ordinal)
            {
                "text/html",
                "text/csv",
                "text/plain",
                "application/json",
                "application/problem+json",
            },
            seen
        );
    }

    /// <summary>Of every call and page that can be read, with a value for each parameter; the stream of open pages never ends.</summary>
    private IEnumerable<string> Addresses() =>
        besieged
            .Server.Get<EndpointDataSource>()
            .Endpoints.OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<HttpMethodMetadata>()?.HttpMethods.Contains("GET") != false)
            .Select(endpoint => "/" + Parameter().Replace(endpoint.RoutePattern.RawText!.TrimStart('/'), "1"))
            .Where(path => path != LiveStream.Path)
            .Distinct(StringComparer.Ordinal);

    private static bool IsText(string type) =>
        type.StartsWith("text/", StringComparison.Ordinal) || type.EndsWith("xml", StringComparison.Ordinal);

    [GeneratedRegex(@"\{[^}]*\}", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Parameter();
}
