using System.Net;
using System.Text;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Input;

/// <summary>Tables of input that no browser sends, for every form that can be reached from the console's first page.</summary>
public sealed class FormsTests(BesiegedFixture fixture) : IClassFixture<BesiegedFixture>
{
    private const int MostPages = 250;
    private const string Token = "__RequestVerificationToken";
    private static readonly string[] Furniture =
    [
        FleetPaths.Freezes,
        FleetPaths.Exceptions,
        FleetPaths.LegalHolds,
        FleetPaths.Webhooks,
        FleetPaths.Tokens,
        FleetPaths.Users,
        FleetPaths.Captures,
        FleetPaths.Holds,
        FleetPaths.Rollouts,
    ];

    private readonly Besieged besieged = fixture.Besieged;

    [Fact]
    public async Task Whatever_a_form_sends_is_answered_in_words_and_what_is_not_its_persons_own_changes_nothing()
    {
        await FurnishAsync();
        using var person = await Person.SignedInAsync(besieged.Server);
        using var gone = await Person.SignedInAsync(besieged.Server, "gone", new AccessGrant(Role.Admin));
        using var stranger = Person.Stranger(besieged.Server);
        var forms = await FormsAsync(person);
        Assert.True(forms.Count >= 35, $"{forms.Count} forms: {string.Join(", ", forms.Select(form => form.Name))}");
        (await besieged.Admin.DeleteAsync(FleetPaths.UserSessions("gone") + "?reason=over")).EnsureSuccessStatusCode();

        var wrong = new List<string>();
        var before = await besieged.EntriesAsync();
        foreach (var form in forms.Where(form => form.Path != "/theme"))
        {
            await ExpectAsync(person, form, "no antiforgery token", form.Fields.Where(field => field.Name != Token), [400]);
            await ExpectAsync(
                person,
                form,
                "a wrong antiforgery token",
                form.Fields.Select(field => field.Name == Token ? (field.Name, "CfDJ8-made-up") : field),
                [400]
            );
            await ExpectAsync(gone, form, "a session that was ended", form.Fields, [302, 400, 401]);
            await ExpectAsync(stranger, form, "nobody", form.Fields, [302, 400, 401]);
        }
        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
        Assert.Equal(before, await besieged.EntriesAsync());

        // Signing out would end the table.
        foreach (var form in forms.Where(form => form.Path is not "/sign-out"))
        {
            var asked = form.Fields.Where(field => field.Name is not Token and not "_handler").ToList();
            await AnyAsync(person, form, "nothing filled in", form.Fields.Except(asked));
            foreach (var field in asked)
            {
                await AnyAsync(person, form, $"no {field.Name}", form.Fields.Where(one => one.Name != field.Name));
                foreach (
                    var (what, value) in ((string, string)[])
                        [
                            ("NUL and controls", "a\0\u0001\u202e\ufffd"),
                            ("too much", new string('x', 9000)),
                            ("another kind", "-1e999"),
                            ("markup", "\"><script>'${{}}"),
                        ]
                )
                    await AnyAsync(
                        person,
                        form,
                        $"{what} as {field.Name}",
                        form.Fields.Select(one => one.Name == field.Name ? (one.Name, value) : one)
                    );
                await AnyAsync(person, form, $"{field.Name} twice", form.Fields.Append((field.Name, "again")));
            }
            await AnyAsync(person, form, "2 MiB more", form.Fields.Append(("more", new string('y', 2 << 20))));
            await AnyAsync(person, form, "5000 fields more", form.Fields.Concat(Enumerable.Range(0, 5000).Select(i => ($"f{i}", ""))));
            await SendAsync(
                person,
                form,
                "no form at all",
                new StringContent("{\"a\":", Encoding.UTF8, "application/json"),
                status => status < 500
            );
            await SendAsync(
                person,
                form,
                "a torn form",
                new StringContent("--x\r\nContent-Disposition: form-data; name=\"a", Encoding.UTF8, "multipart/form-data")
                {
                    Headers = { ContentType = new("multipart/form-data") { Parameters = { new("boundary", "x") } } },
                },
                status => status < 500
            );
        }
        Assert.True(wrong.Count == 0, $"{wrong.Count}:\n{string.Join('\n', wrong.Take(40))}");
        await besieged.SoundAsync();

        Task ExpectAsync(Person who, Form form, string what, IEnumerable<(string Name, string Value)> fields, int[] expected) =>
            SendAsync(who, form, what, Encoded(fields), status => expected.Contains(status));

        Task AnyAsync(Person who, Form form, string what, IEnumerable<(string Name, string Value)> fields) =>
            SendAsync(who, form, what, Encoded(fields), status => status < 500);

        async Task SendAsync(Person who, Form form, string what, HttpContent content, Func<int, bool> right)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, form.Path) { Content = content };
            using var answer = await who.Http.SendAsync(request);
            var astray = who != person && answer.Headers.Location?.ToString().Contains("/sign-in?", StringComparison.Ordinal) == false;
            if (!right((int)answer.StatusCode) || astray)
                wrong.Add($"{(int)answer.StatusCode} {form.Name} at {form.Path}: {what} {answer.Headers.Location}");
        }
    }

    /// <summary>Data for every kind of form.</summary>
    private async Task FurnishAsync()
    {
        await besieged.Admin.PostAsync(
            FleetPaths.Policies,
            Json("""{"document":"policy: edge\nwindow: { initcwnd: 12 }\nscopes: [default]\n","reason":"to be rolled out","stage":true}""")
        );
        await TestHost.EnrolAsync(
            besieged.Server,
            await besieged.Server.TokenAsync(new CreateTokenRequest { Kind = TokenKind.Enrolment, Approve = true }),
            "waits-1"
        );
        foreach (var path in Furniture)
        {
            using var answer = await besieged.Admin.PostAsync(
                path,
                Json(besieged.Api.Operations.Single(operation => operation.Method == "POST" && operation.Path == path).Example!)
            );
            Assert.True((int)answer.StatusCode < 500, $"{path}: {(int)answer.StatusCode}");
        }
        var older = besieged.Fleet[1].Run(besieged.Server, "run-a");
        await older.CheckInAsync();
        var younger = older.Run(besieged.Server, "run-b");
        younger.Counter = older.Counter + 64;
        foreach (var machine in (TestHost[])[younger, younger, younger, older, older, older])
            await machine.CheckInAsync(boot: machine == younger ? "boot-b" : "boot-a");
    }

    /// <summary>Every form once, found by following links.</summary>
    private static async Task<IReadOnlyList<Form>> FormsAsync(Person person)
    {
        var (queue, seen, shapes, forms) = (
            new Queue<string>(["/"]),
            new HashSet<string>(StringComparer.Ordinal) { "/" },
            new Dictionary<string, int>(StringComparer.Ordinal),
            new Dictionary<string, Form>(StringComparer.Ordinal)
        );
        while (queue.TryDequeue(out var path) && seen.Count < MostPages)
        {
            using var answer = await person.GetAsync(path);
            Assert.True((int)answer.StatusCode < 500, $"{path}: {(int)answer.StatusCode}");
            if (answer.Content.Headers.ContentType?.MediaType != "text/html" || answer.StatusCode != HttpStatusCode.OK)
                continue;
            var page = await Person.ReadAsync(answer);
            foreach (
                var form in page.QuerySelectorAll("form")
                    .OfType<IHtmlFormElement>()
                    .Where(form => string.Equals(form.GetAttribute("method"), "post", StringComparison.OrdinalIgnoreCase))
            )
            {
                var (name, read) = Read(form, path);
                forms.TryAdd(name, read);
            }
            foreach (
                var link in page.QuerySelectorAll("a[href]")
                    .Select(link => link.GetAttribute("href")!)
                    .Where(link => link.StartsWith('/') && !link.StartsWith("//", StringComparison.Ordinal))
            )
            {
                // Three pages of a kind are enough.
                var shape =
                    string.Join('/', link.Split('?')[0].Split('/').Select(part => part.Length > 20 || part.Any(char.IsDigit) ? "*" : part))
                    + (link.Contains('?', StringComparison.Ordinal) ? "?" : "");
                if (shapes.GetValueOrDefault(shape) < 3 && seen.Add(link.Split('#')[0]))
                {
                    shapes[shape] = shapes.GetValueOrDefault(shape) + 1;
                    queue.Enqueue(link.Split('#')[0]);
                }
            }
        }
        return [.. forms.Values];
    }

    private static (string Name, Form Form) Read(IHtmlFormElement form, string page)
    {
        var fields = form
            .Elements.Where(field => field.HasAttribute("name"))
            .Select(field =>
                (
                    Name: field.GetAttribute("name")!,
                    Value: field switch
                    {
                        IHtmlTextAreaElement text => text.Value,
                        IHtmlSelectElement select => select.Value ?? "",
                        IHtmlInputElement input => input.Value,
                        IHtmlButtonElement button => button.Value,
                        _ => "",
                    }
                )
            )
            .DistinctBy(field => field.Name)
            .ToList();
        var action = form.GetAttribute("action") is { Length: > 0 } there ? there : page;
        var path = action.StartsWith("http", StringComparison.Ordinal) ? new Uri(action).PathAndQuery : action;
        var handler = fields.Find(field => field.Name == "_handler").Value ?? "";
        var name = $"{handler} {string.Join('/', path.Split('?')[0].Split('/').Select(part => part.Length > 20 ? "*" : part))}";
        return (name, new Form(name, path, fields));
    }

    private static FormUrlEncodedContent Encoded(IEnumerable<(string Name, string Value)> fields) =>
        new(fields.Select(field => KeyValuePair.Create(field.Name, field.Value)));

    private static StringContent Json(string text) => new(text, Encoding.UTF8, "application/json");

    private sealed record Form(string Name, string Path, IReadOnlyList<(string Name, string Value)> Fields);
}
