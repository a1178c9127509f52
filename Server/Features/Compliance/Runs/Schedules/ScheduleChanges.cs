using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Compliance.Runs.Schedules;

/// <summary>Adds and removes schedules: each in one transaction with its audit entry.</summary>
internal sealed class ScheduleChanges(Database database, RunRules rules, ServerOptions options, TimeProvider clock)
{
    public const int MostSchedules = 100,
        MostRecipients = 10;
    private const int LongestName = 40;

    public async Task<(RunSchedule? Schedule, IReadOnlyList<PolicyProblem> Problems)> AddAsync(string actor, ScheduleRequest request)
    {
        var (row, problems) = Read(actor, request);
        if (row is null)
            return (null, problems);
        var problem = await database.WriteAsync(async write =>
        {
            if (await write.ValueAsync<long>("select count(*) from run_schedules") >= MostSchedules)
                return new PolicyProblem("name", null, $"the limit of {MostSchedules} schedules is reached: remove one first", 0, 0);
            var head = (await AuditQueries.HeadAsync(write))?.Number ?? 0;
            if (await ScheduleQueries.InsertAsync(write, row with { SeenEntry = head }) == 0)
                return new("name", row.Name, "is the name of another schedule", 0, 0);
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                RunActions.AddSchedule,
                RunActions.ScheduleSubject(row.Name),
                $"Schedule {row.Name} of compliance runs: {When(row)}; {RunRules.Which(row.Query)}, kept for {row.KeepDays} "
                    + $"days{Recipients(row)}.",
                request.Reason.Trim()
            );
            return null;
        });
        return problem is null ? (row.View(), []) : (null, [problem]);
    }

    /// <returns>False when there is none of this id.</returns>
    public Task<bool> RemoveAsync(string actor, string id, string reason) =>
        database.WriteAsync(async write =>
        {
            if (await ScheduleQueries.FindAsync(write, id) is not { } row)
                return false;
            await write.ExecuteAsync("delete from run_schedules where id = @id", new { id });
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                RunActions.RemoveSchedule,
                RunActions.ScheduleSubject(row.Name),
                $"Schedule {row.Name} of compliance runs removed; its runs stay.",
                reason.Trim()
            );
            return true;
        });

    /// <summary>When its runs are made, in words.</summary>
    public static string When(ScheduleRow row) =>
        (row.Cron.Length, row.AfterRollouts) switch
        {
            (0, _) => "after each completed rollout",
            (_, true) => $"'{row.Cron}' in {row.Zone}, and after each completed rollout",
            _ => $"'{row.Cron}' in {row.Zone}",
        };

    private static string Recipients(ScheduleRow row) =>
        row.Mail.Length > 0 ? $"; sent to {string.Join(", ", RunRow.Names(row.Mail))}" : "";

    private (ScheduleRow? Row, IReadOnlyList<PolicyProblem> Problems) Read(string actor, ScheduleRequest request)
    {
        var problems = Publish.ReasonProblems(request.Reason).Concat(RunRules.DayProblems(request.KeepDays)).ToList();
        var (name, cron) = ((request.Name ?? "").Trim(), (request.Cron ?? "").Trim());
        var zone = string.IsNullOrWhiteSpace(request.Zone) ? "UTC" : request.Zone.Trim();
        if (!IsName(name))
            problems.Add(new("name", name, "must be 1 to 40 lower-case letters, digits and hyphens, such as 'monthly'", 0, 0));
        CronTime? times = null;
        if (cron.Length > 0)
        {
            (times, var path, var problem) = CronTime.Parse(cron, zone);
            if (times is null)
                problems.Add(new(path, null, problem, 0, 0));
            else if (times.After(clock.Now()) is null)
                problems.Add(new("cron", cron, "never comes", 0, 0));
        }
        else if (!request.AfterRollouts)
        {
            problems.Add(new("cron", null, "give a time, such as '0 6 * * mon', or runs after rollouts", 0, 0));
        }
        if (request.Folder && options.ExportFolder is null)
            problems.Add(new("folder", null, "the server has no folder for exports; start it with --export-folder DIR", 0, 0));
        var mail = (request.Mail ?? []).Select(one => one.Trim()).Distinct(StringComparer.OrdinalIgnoreCase).ToList();
        problems.AddRange(MailProblems(mail));
        var asked = rules.Question(null, request.Query, null, request.Formats, problems);
        return problems.Count > 0
            ? (null, problems)
            : (
                new ScheduleRow
                {
                    Id = clock.NewId(),
                    Name = name,
                    Cron = cron,
                    Zone = zone,
                    AfterRollouts = request.AfterRollouts,
                    Query = asked!.Query,
                    Formats = RunRules.Text(asked.Formats),
                    KeepDays = request.KeepDays ?? RunRules.UsualDays,
                    Folder = request.Folder,
                    Mail = string.Join(',', mail),
                    Author = actor,
                    CreatedAt = clock.Now(),
                    NextAt = times?.After(clock.Now()),
                },
                []
            );
    }

    private IEnumerable<PolicyProblem> MailProblems(List<string> recipients)
    {
        if (recipients.Count > 0 && options.Mail is null)
            return [new("mail", null, "the server sends no e-mail; start it with --smtp and --mail-from", 0, 0)];
        if (recipients.Count > MostRecipients)
            return [new("mail", null, $"at most {MostRecipients} recipients: give the address of a mailing list", 0, 0)];
        return recipients
            .Select(one => (Address: one, Problem: options.Mail!.Refuses(one)))
            .Where(one => one.Problem is not null)
            .Select(one => new PolicyProblem("mail", one.Address, one.Problem!, 0, 0));
    }

    private static bool IsName(string name) =>
        name.Length is > 0 and <= LongestName
        && name[0] != '-'
        && name.All(one => char.IsAsciiLetterLower(one) || char.IsAsciiDigit(one) || one == '-');
}
