using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Partitions;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Retention.Pages;

/// <summary>What the buttons of the pages do. On success the answer is a redirect, so that reloading does not do it twice.</summary>
internal sealed class RetentionSteering(Database database, ServerOptions options, TimeProvider clock, Flash flash)
{
    private const string Here = "/retention";

    /// <summary>Whether evidence is dropped a week at a time with this period.</summary>
    /// <param name="days">The period of reports; <see langword="null"/> forever.</param>
    public bool DropsWeeks(int? days) =>
        database.Store.IsPartitioned && days is not null && PartitionPlan.SpanOf(days) == PartitionSpan.Week;

    public Task<(RetentionStatus Status, IReadOnlyList<LegalHold> Holds)> LookAsync() =>
        database.ReadAsync(async db =>
            (
                await RetentionQueries.StatusAsync(db, options),
                (IReadOnlyList<LegalHold>)[.. (await LegalHoldQueries.ListAsync(db)).Select(row => row.View())]
            )
        );

    /// <returns>Everything that is wrong; nothing when they were set.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> SetAsync(PeriodsInput input, HttpContext context)
    {
        var (request, unread) = input.Read();
        if (request is null)
            return unread;
        var (problems, overtaken) = await SetRetention.RunAsync(
            database,
            options,
            clock,
            context.User.Actor(),
            request,
            now => RetentionText.Of(now.Periods) == input.Seen
        );
        if (overtaken is not null)
            return
            [
                new(
                    "periods",
                    RetentionText.Of(overtaken.Periods),
                    $"was set by {Actors.Name(overtaken.SetBy)} since you opened this page; reload the page",
                    0,
                    0
                ),
            ];
        if (problems.Count == 0)
            Done(
                context,
                $"New periods: {RetentionText.Of(request.Periods)}.",
                "Until the next daily run you can revert this without loss."
            );
        return problems;
    }

    /// <returns>Everything that is wrong; nothing when it was set.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> HoldAsync(LegalHoldInput input, HttpContext context)
    {
        var (request, unread) = input.Read();
        if (request is null)
            return unread;
        var (hold, problems) = await HoldLegally.RunAsync(database, clock, context.User.Actor(), request);
        if (hold is not null)
            Done(
                context,
                $"Records of {Quantities.Of((int)hold.Hosts, "host")} from {Moments.Absolute(hold.From)} on are not deleted.",
                "To undo it, lift the hold."
            );
        return problems;
    }

    /// <returns>Why it is impossible; <see langword="null"/> when it was lifted.</returns>
    public async Task<string?> LiftAsync(string id, string? reason, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        var lifted = await HoldLegally.LiftAsync(database, clock, context.User.Actor(), id, reason!.Trim());
        Done(context, lifted ? "Legal hold lifted." : "The legal hold was already lifted.", "");
        return null;
    }

    private void Done(HttpContext context, string text, string undo)
    {
        flash.Leave(context, undo.Length > 0 ? new(text, undo) : new(text));
        context.Response.Redirect(Here);
    }
}
