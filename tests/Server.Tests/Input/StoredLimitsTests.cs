using System.Globalization;
using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Runs.Schedules;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Hosts.Views;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Insight.Captures;
using IwTune.Server.Features.Insight.Surveys;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Webhooks;

namespace IwTune.Server.Tests.Input;

public sealed partial class StoredLimitsTests
{
    [Fact]
    public void The_table_of_limits_in_the_docs_is_that_of_the_code()
    {
        (string Of, long Most)[] limits =
        [
            ("webhooks", WebhookRules.MaxWebhooks),
            ("schedules of compliance runs", ScheduleChanges.MostSchedules),
            ("recipients of a schedule", ScheduleChanges.MostRecipients),
            ("captures", AddCapture.Most),
            ("surveys", AddSurvey.Most),
            ("saved views of a person", ViewRules.Most),
            ("passkeys of a person", PasskeyProof.Most),
            ("grants of an account or a token", GrantsText.Most),
            ("networks of an enrolment token", Networks.Most),
            ("uses of an enrolment token", CreateToken.MaxUses),
            ("days of a token's life", CreateToken.MostLife / 86_400),
            ("days of an exception", (long)Grant.Most.TotalDays),
            ("labels of a host", Labels.MaxCount),
            ("characters of a label's key or value", Labels.MaxLength),
            ("rings of a rollout", RuleProblems.MaxRings),
        ];
        var page = File.ReadAllText(Path.Combine(Recorded.Root(), "docs", "api.md"));
        var table = page[page.IndexOf("| of | at most |", StringComparison.Ordinal)..page.IndexOf("## Refusals", StringComparison.Ordinal)];
        Assert.Equal(
            limits,
            Row().Matches(table).Select(row => (row.Groups[1].Value, long.Parse(row.Groups[2].Value, CultureInfo.InvariantCulture)))
        );
    }

    [GeneratedRegex("(?m)^\\| (.+) \\| ([0-9]+) \\|$")]
    private static partial Regex Row();
}
