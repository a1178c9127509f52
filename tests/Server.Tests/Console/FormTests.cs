using System.Net;
using System.Text.RegularExpressions;
using IwTune.Server.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Policies;

namespace IwTune.Server.Tests.Console;

/// <summary>What a form says when something is wrong.</summary>
public sealed class FormTests
{
    [Theory]
    [InlineData("/compliance/runs/new", "run", "Input.KeepDays", "x", "days")]
    [InlineData("/compliance/runs/schedules/new", "schedule", "Input.Name", "Bad Name", "name")]
    [InlineData("/compliance/exceptions/new", "exception", "Input.Hosts", "site:((", "hosts")]
    [InlineData("/rollouts/freezes", "freeze", "Input.Until", "2020-01-01T00:00", "until")]
    [InlineData("/retention", "periods", "Periods.Audit", "x", "audit")]
    [InlineData("/enrolment", "token", "Input.Networks", "nowhere", "networks")]
    [InlineData("/users", "add", "Input.Name", "Bad Name", "name")]
    [InlineData("/users", "add", "Input.Selector", "site:((", "selector")]
    [InlineData("/tokens", "api-token", "Input.Selector", "site:((", "selector")]
    public async Task A_screen_reader_reads_what_is_wrong_and_the_hint_with_the_field(
        string page,
        string form,
        string field,
        string value,
        string id
    )
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        Assert.False((await person.OpenAsync(page)).Body!.HasAttribute("data-answer"));
        using var wrong = await person.SubmitAsync(page, form, (field, value), ("Input.Role", "viewer"), ("Input.Action", "check"));
        var answer = await Person.ReadAsync(wrong);
        Assert.True(answer.Body!.HasAttribute("data-answer"));
        var control = answer.GetElementById(id)!;
        Assert.Equal("true", control.GetAttribute("aria-invalid"));
        Assert.Equal(value, control.GetAttribute("value"));
        Assert.Equal($"{id}-problem {id}-hint", control.GetAttribute("aria-describedby"));
        var problem = answer.GetElementById($"{id}-problem")!.TextContent;
        Assert.NotEmpty(problem);
        // The words of the API are not those of the form.
        Assert.DoesNotMatch(
            new Regex(@"grants\[|keepDays|^\s*(?:networks|name):", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1)),
            problem
        );
        Assert.NotNull(answer.GetElementById($"{id}-hint"));
        if (answer.QuerySelector(".problems") is { } summary)
            Assert.Contains(summary.QuerySelectorAll("a"), link => link.GetAttribute("href") == $"#{id}");
    }

    [Fact]
    public void A_problem_belongs_to_the_field_of_its_value_or_of_a_place_in_it()
    {
        List<PolicyProblem> problems =
        [
            new("q at 6", null, "'((': write it in quotes", 0, 0),
            new("keepDays", "x", "must be a number of days", 0, 0),
            new("name", "", "is needed", 0, 0),
        ];
        Assert.Equal("'((': write it in quotes", FormField.Problem(problems, "q"));
        Assert.Equal("‘x’ must be a number of days", FormField.Problem(problems, "keepDays"));
        Assert.Equal("Is needed", FormField.Problem(problems, "name"));
        Assert.Null(FormField.Problem(problems, "keep"));
        Assert.True(new FormField("q", "hosts", "Hosts").Has(problems[0]));
    }

    [Fact]
    public async Task A_form_about_something_that_another_person_ended_meanwhile_says_so()
    {
        await using var server = await RunningServer.StartAsync();
        using var first = await Person.SignedInAsync(server);
        using var second = await Person.SignedInAsync(server, "ben", new AccessGrant(Role.Admin));
        var until = server.Clock.GetUtcNow().AddDays(2).ToString("yyyy-MM-ddTHH:mm", System.Globalization.CultureInfo.InvariantCulture);
        using (await first.SubmitAsync("/rollouts/freezes", "freeze", ("Input.Until", until), ("Input.Reason", "Black Friday"))) { }
        var end = (await first.OpenAsync("/rollouts/freezes")).QuerySelector("a[href$='/end']")!.GetAttribute("href")!;
        var older = await second.OpenAsync(end);
        using (await first.SubmitAsync(end, "thaw", ("Reason", "sold out"))) { }
        using var late = await second.SendAsync(older, end, "thaw", ("Reason", "sold out"));
        var page = await Person.ReadAsync(late, HttpStatusCode.Conflict);
        Assert.Contains("another person", page.Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public void Roles_are_listed_as_a_sentence_lists_them()
    {
        Assert.Equal("admin", Sentences.List(["admin"]));
        Assert.Equal("approver, auditor and admin", Sentences.List(["approver", "auditor", "admin"]));
        Assert.Equal("", Sentences.List([]));
    }

    [Fact]
    public async Task Enter_in_a_field_of_a_users_page_presses_no_button()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        using var other = await Person.SignedInAsync(server, "anna", new AccessGrant(Role.Viewer));
        // The first button of a form is the one that Enter presses; while it is disabled, nothing is sent (HTML, implicit submission).
        var first = (await person.OpenAsync("/users/anna")).QuerySelector("main form button")!;
        Assert.True(first.HasAttribute("disabled"));
    }
}
