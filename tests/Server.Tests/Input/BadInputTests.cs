using System.Net;
using System.Text;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Input;

/// <summary>
/// Tables of invalid input for every call that the server describes. Each row is refused with a text, and leaves nothing behind.
/// </summary>
public sealed class BadInputTests(BesiegedFixture fixture) : IClassFixture<BesiegedFixture>
{
    private readonly Besieged besieged = fixture.Besieged;

    private IEnumerable<ApiOperation> Documents => besieged.Api.Operations.Where(operation => operation.Example is not null);

    [Fact]
    public async Task A_document_that_is_none_is_refused_with_what_is_wrong_and_nothing_is_stored()
    {
        var rows = Documents
            .SelectMany(operation => Malformed.Of(operation).Select(row => (row.What, Call: Of(operation, row.Body))))
            .ToList();
        await RefusedAsync(rows, HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task A_document_of_another_kind_or_packed_is_refused()
    {
        var rows = Documents
            .Where(operation => operation.ContentType == "application/json" && operation.Path != AgentPaths.CheckIn)
            .SelectMany(operation =>
                ((string[])["text/plain", "application/xml", "multipart/form-data; boundary=x", ""]).Select(kind =>
                    ($"as '{kind}'", Of(operation, Encoding.UTF8.GetBytes(operation.Example!)) with { ContentType = kind })
                )
            )
            .ToList();
        await RefusedAsync(rows, HttpStatusCode.UnsupportedMediaType);
        await RefusedAsync(
            [
                .. Documents.Select(operation =>
                    ("gzip", Of(operation, Encoding.UTF8.GetBytes(operation.Example!)) with { Headers = [("Content-Encoding", "gzip")] })
                ),
            ],
            HttpStatusCode.UnsupportedMediaType
        );
    }

    [Fact]
    public async Task A_body_larger_than_the_call_takes_is_refused_told_or_not()
    {
        var large = new byte[34 << 20];
        Array.Fill(large, (byte)' ');
        await RefusedAsync([.. Documents.Select(operation => ("34 MiB", Of(operation, large)))], HttpStatusCode.RequestEntityTooLarge);
        // A stream may also be aborted: the server stops reading at the limit, and the client is still writing.
        foreach (var operation in Documents)
        {
            try
            {
                // A separate connection: the remains of a broken stream reduce the room of the next one.
                using var alone = besieged.Server.Client(
                    besieged.For(operation).DefaultRequestHeaders.Authorization?.ToString(),
                    alone: true
                );
                using var answer = await SendAsync(alone, Of(operation, large) with { Untold = true });
                Assert.True(
                    answer.StatusCode is HttpStatusCode.RequestEntityTooLarge or HttpStatusCode.BadRequest,
                    $"{operation}: {(int)answer.StatusCode}"
                );
            }
            catch (HttpRequestException broken)
            {
                Assert.IsType<IOException>(broken.InnerException, exactMatch: false);
            }
            catch (TaskCanceledException)
            {
                Assert.Fail($"{operation}: no answer");
            }
        }
        await besieged.SoundAsync();
    }

    [Fact]
    public async Task Text_with_NUL_is_refused_at_the_edge_by_the_name_of_its_field_whatever_the_database()
    {
        using var api = await besieged.Server.ApiAsync();
        using var question = await api.GetAsync(FleetPaths.Hosts + "?limit=5&q=a%00b");
        Assert.Contains("'q'", (await question.ProblemAsync(HttpStatusCode.BadRequest)).Detail, StringComparison.Ordinal);
        using var document = await api.PostAsync(
            FleetPaths.Policies,
            new StringContent("{\"document\":\"x\",\"reason\":\"a\\u0000b\"}", Encoding.UTF8, "application/json")
        );
        var told = (await document.ProblemAsync(HttpStatusCode.BadRequest)).Detail!;
        Assert.Contains("NUL", told, StringComparison.Ordinal);
        Assert.Contains("$.reason", told, StringComparison.Ordinal);
        using var person = Person.Stranger(besieged.Server);
        Assert.Equal(HttpStatusCode.BadRequest, (await person.GetAsync("/sign-in?returnUrl=a%00b")).StatusCode);
        Assert.Equal(
            HttpStatusCode.BadRequest,
            (await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "a\0b"), ("Input.Password", "x"))).StatusCode
        );
    }

    [Fact]
    public async Task Long_paths_questions_and_headers_are_refused_and_the_server_goes_on()
    {
        // Calls with a document are excluded: their content is valid, so they would be carried out.
        foreach (var operation in besieged.Api.Operations.Where(operation => !operation.Writes))
        {
            var address = besieged.Address(operation);
            foreach (
                var call in (ApiCall[])
                    [
                        new(operation, $"{address}?q={new string('x', 7000)}"),
                        new(operation, $"{address}?{new string('x', 20_000)}"),
                        new(operation, $"{operation.Path.Split('{')[0].TrimEnd('/')}/{new string('x', 6000)}"),
                        new(operation, address) { Headers = [("X-Long", new string('x', 40_000))] },
                        new(operation, $"{address}?q=%00"),
                        new(operation, $"{address}?%"),
                    ]
            )
            {
                using var answer = await SendAsync(besieged.For(operation), call);
                Assert.True((int)answer.StatusCode < 500, $"{(int)answer.StatusCode} {operation}");
            }
        }
        await besieged.SoundAsync();
    }

    [Fact]
    public async Task A_list_with_more_than_it_may_hold_is_refused()
    {
        var many = Enumerable.Range(0, 20_000).Select(i => $"\"k{i}\":\"v\"");
        var rows = Documents
            .Where(operation => operation.Example!.Contains("\"labels\":{", StringComparison.Ordinal))
            .Select(operation =>
                (
                    "20,000 labels",
                    Of(
                        operation,
                        Encoding.UTF8.GetBytes(
                            operation.Example!.Replace("\"labels\":{", $"\"labels\":{{{string.Join(',', many)},", StringComparison.Ordinal)
                        )
                    )
                )
            )
            .ToList();
        await RefusedAsync(rows, HttpStatusCode.BadRequest, HttpStatusCode.RequestEntityTooLarge);
    }

    [Theory]
    [InlineData("nothing", null)]
    [InlineData("another scheme", "Basic YWRtaW46YWRtaW4=")]
    [InlineData("a guess", "Bearer iwta_guess")]
    [InlineData("an empty token", "Bearer ")]
    [InlineData("a made-up host", "IwTune-Host x.y")]
    public async Task Who_is_nobody_gets_nothing(string what, string? authorization)
    {
        using var nobody = besieged.Server.Client();
        if (authorization is not null)
            nobody.DefaultRequestHeaders.TryAddWithoutValidation("Authorization", authorization);
        await RefusedAsync(
            [
                .. besieged
                    .Api.Operations.Where(operation => operation.ByToken || operation.ByHost)
                    .Select(operation => (what, Example(operation))),
            ],
            _ => nobody,
            HttpStatusCode.Unauthorized
        );
    }

    [Fact]
    public async Task Who_may_do_less_is_told_so_before_anything_is_read()
    {
        foreach (var (role, client) in besieged.Tokens)
        {
            var beyond = besieged
                .Api.Operations.Where(operation => operation.ByToken && !role.Has(Enum.Parse<Permission>(operation.Needed)))
                .ToList();
            if (beyond.Count > 0)
                await RefusedAsync(
                    [.. beyond.Select(operation => ($"as {role}", Of(operation, "{"u8.ToArray())))],
                    _ => client,
                    HttpStatusCode.Forbidden
                );
        }
        await RefusedAsync(
            [.. besieged.Api.Operations.Where(operation => operation.ByToken).Select(operation => ("as a host", Example(operation)))],
            _ => besieged.Fleet[0].Client,
            HttpStatusCode.Unauthorized
        );
        await RefusedAsync(
            [
                .. besieged
                    .Api.Operations.Where(operation => operation.ByHost)
                    .Select(operation => ("as an administrator", Example(operation))),
            ],
            _ => besieged.Admin,
            HttpStatusCode.Unauthorized
        );
    }

    [Fact]
    public async Task What_is_not_there_or_not_done_that_way_is_told_as_everything_else()
    {
        foreach (
            var (method, path, expected) in ((string, string, HttpStatusCode)[])
                [
                    ("GET", "/api/v1/nothing", HttpStatusCode.NotFound),
                    ("GET", "/api/v2/hosts", HttpStatusCode.NotFound),
                    ("POST", "/agent/v1/nothing", HttpStatusCode.NotFound),
                    ("GET", "/api/v1/hosts/no-such-host", HttpStatusCode.NotFound),
                    ("PATCH", "/api/v1/hosts", HttpStatusCode.MethodNotAllowed),
                    ("DELETE", "/api/v1/audit", HttpStatusCode.MethodNotAllowed),
                    ("GET", "/agent/v1/enroll", HttpStatusCode.MethodNotAllowed),
                    ("BREW", "/api/v1/whoami", HttpStatusCode.MethodNotAllowed),
                ]
        )
        {
            using var answer = await besieged.Admin.SendAsync(new(new HttpMethod(method), path));
            Assert.True(answer.StatusCode == expected, $"{method} {path}: {(int)answer.StatusCode}");
            Assert.Null(Problems.Of(answer, await answer.Content.ReadAsByteArrayAsync()));
        }
        using var asked = new HttpRequestMessage(HttpMethod.Get, "/api/v1/whoami") { Headers = { { "Accept", "application/xml" } } };
        using var unacceptable = await besieged.Admin.SendAsync(asked);
        Assert.Equal(HttpStatusCode.NotAcceptable, unacceptable.StatusCode);
        Assert.Null(Problems.Of(unacceptable, await unacceptable.Content.ReadAsByteArrayAsync()));
    }

    private ApiCall Of(ApiOperation operation, byte[] body) =>
        new(
            operation,
            besieged.Address(operation),
            operation.Body is null ? null : body,
            operation.Body is null ? "" : operation.ContentType
        );

    private ApiCall Example(ApiOperation operation) => Of(operation, Encoding.UTF8.GetBytes(operation.Example ?? "{}"));

    private Task RefusedAsync(IReadOnlyList<(string What, ApiCall Call)> rows, params HttpStatusCode[] expected) =>
        RefusedAsync(rows, call => besieged.For(call.Of), expected);

    /// <summary>Sends every row; lists all that are not refused as expected, and checks that none of them was stored.</summary>
    private async Task RefusedAsync(
        IReadOnlyList<(string What, ApiCall Call)> rows,
        Func<ApiCall, HttpClient> who,
        params HttpStatusCode[] expected
    )
    {
        Assert.NotEmpty(rows);
        var before = await besieged.EntriesAsync();
        var wrong = new List<string>();
        foreach (var (what, call) in rows)
        {
            using var answer = await SendAsync(who(call), call);
            var text = await answer.Content.ReadAsByteArrayAsync();
            var unfit = expected.Contains(answer.StatusCode)
                ? Problems.Of(answer, text)
                : $"{(int)answer.StatusCode} instead of {string.Join(" or ", expected.Select(status => (int)status))}";
            if (unfit is not null)
                wrong.Add($"{call.Of}, {what}: {unfit} {Encoding.UTF8.GetString(text, 0, Math.Min(200, text.Length))}");
        }
        Assert.True(wrong.Count == 0, $"{wrong.Count} of {rows.Count}:\n{string.Join("\n", wrong.Take(40))}");
        Assert.Equal(before, await besieged.EntriesAsync());
        await besieged.SoundAsync();
    }

    private static async Task<HttpResponseMessage> SendAsync(HttpClient client, ApiCall call)
    {
        using var message = call.Message();
        return await client.SendAsync(message);
    }
}
