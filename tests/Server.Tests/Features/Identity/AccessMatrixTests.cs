using System.Net;
using System.Text;
using IwTune.Lab;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>What a role may do is decided before the store is asked.</summary>
[Trait("Store", "file")]
public sealed class AccessMatrixTests
{
    private static readonly (string Name, AccessGrant[] Grants)[] Callers =
    [
        .. Enum.GetValues<Role>().Select(role => (role.ToString().ToLowerInvariant(), new[] { new AccessGrant(role) })),
        ("operator of 'site:fra'", [new AccessGrant(Role.Operator, "site:fra")]),
        ("admin of 'site:fra'", [new AccessGrant(Role.Admin, "site:fra")]),
    ];

    [Fact, Trait("Recorded", "yes")]
    public async Task Who_may_what_is_as_it_was_reviewed()
    {
        await using var server = await RunningServer.StartAsync();
        var text = Text(Reachable.Of(server));
        Assert.Null(Recorded.Problem("docs/access-matrix.md", text));
    }

    [Fact]
    public async Task Every_endpoint_and_page_answers_every_role_as_the_matrix_says()
    {
        await using var server = await RunningServer.StartAsync();
        var all = Reachable.Of(server).Where(one => one.Needs.Count > 0).ToList();
        Assert.True(all.Count > 100, $"{all.Count} endpoints are too few to be all of them");
        using var nobody = server.Client();
        var wrong = new List<string>();
        foreach (var one in all)
            if (await DeniesAsync(nobody, one) != Denial.SignIn)
                wrong.Add($"{one.Method} {one.Pattern} does not ask a stranger to sign in");
        foreach (var (name, grants) in Callers)
        {
            var rights = Rights.Of(grants);
            using var caller = await server.ApiAsync(grants);
            foreach (var one in all)
            {
                var (expected, found) = (one.Allows(rights) ? Denial.None : Denial.Forbidden, await DeniesAsync(caller, one));
                if (expected != found)
                    wrong.Add($"{one.Method} {one.Pattern} for {name}: {found} instead of {expected}");
            }
        }
        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
    }

    private enum Denial
    {
        None,
        SignIn,
        Forbidden,
    }

    private static async Task<Denial> DeniesAsync(HttpClient caller, Reachable one)
    {
        using var request = new HttpRequestMessage(new(one.Method), one.Address(_ => "x"));
        if (one.Method is "POST" or "PUT")
            request.Content = one.IsApi ? new StringContent("{}", Encoding.UTF8, "application/json") : new FormUrlEncodedContent([]);
        // A stream of events has no end.
        using var answer = await caller.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
        if (answer.StatusCode == HttpStatusCode.Unauthorized || answer.RequestMessage!.RequestUri!.AbsolutePath == "/sign-in")
            return Denial.SignIn;
        // An endpoint's own refusals have their own texts.
        return
            answer.StatusCode == HttpStatusCode.Forbidden
            && (await answer.Content.ReadAsStringAsync()).Contains("This token lacks the permission.", StringComparison.Ordinal)
            ? Denial.Forbidden
            : Denial.None;
    }

    private static string Text(IReadOnlyList<Reachable> all)
    {
        var text = new StringBuilder();
        text.Append(
            """
            # Who may what

            Made from the routes of a running server and the roles' definition, and compared with them in every test run; `./build.sh
            snapshots` writes it anew. What is called *own* every role has. A role with a selector has only what can be cut to hosts; for
            which hosts, [access.md](access.md) says.

            """
        );
        text.Append("\n## Roles\n\n| permission |")
            .AppendJoin('|', Callers.Select(caller => $" {caller.Name} "))
            .Append("|\n| --- |")
            .Append(string.Concat(Callers.Select(_ => " :-: |")))
            .Append('\n');
        foreach (var permission in Enum.GetValues<Permission>())
            Row($"`{permission}`", rights => rights.May(permission));
        foreach (var (title, part) in new[] { ("The API", all.Where(one => one.IsApi)), ("The console", all.Where(one => !one.IsApi)) })
        {
            text.Append($"\n## {title}\n\n| | needs |")
                .AppendJoin('|', Callers.Select(caller => $" {caller.Name} "))
                .Append("|\n| --- | --- |")
                .Append(string.Concat(Callers.Select(_ => " :-: |")))
                .Append('\n');
            foreach (var one in part)
                Row(
                    $"`{one.Method} {one.Pattern}` | {(one.Whose.Length > 0 ? one.Whose : string.Join(", ", one.Needs))}",
                    rights => one.Whose is "everybody" or "monitoring" || (one.Whose.Length == 0 && one.Allows(rights))
                );
        }
        return text.ToString();

        void Row(string head, Func<Rights, bool> may) =>
            text.Append($"| {head} |")
                .Append(string.Concat(Callers.Select(caller => may(Rights.Of(caller.Grants)) ? " ✓ |" : " – |")))
                .Append('\n');
    }
}
