using System.Globalization;
using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Exceptions.Pages;

/// <summary>The actions of the buttons for exceptions: first show the hosts, then grant it.</summary>
internal sealed class ExceptionGranting(
    Publishers publishers,
    HostDirectory hosts,
    SeenHosts seen,
    ExceptionsInForce exceptions,
    Flash flash
)
{
    public const string List = "/compliance/exceptions";

    public int Fleet => seen.Count;

    public async Task<ExceptionResult> SubmitAsync(ExceptionInput input, HttpContext context)
    {
        var (selector, wrong) = Selector.Parse(input.Hosts);
        if (selector is null)
            return new() { Problems = new Dictionary<string, string>(StringComparer.Ordinal) { ["selector"] = string.Join("; ", wrong) } };
        var matched = hosts.All.Count(host => selector.Matches(host.Identity));
        if (BeyondScope.Problem(context.User.Rights().Over(Permission.ExceptionsWrite), selector) is { } beyond)
            return new()
            {
                Problems = new Dictionary<string, string>(StringComparer.Ordinal) { ["selector"] = Sentences.Start(beyond.Rule) + "." },
            };
        var result = new ExceptionResult
        {
            Canonical = selector.ToString(),
            Matched = matched,
            Half = HalfOfFleet.Needs(matched, seen.Count) ? matched : null,
        };
        if (input.Action != "grant" || input.Seen != result.Canonical)
            return result;
        if (EndOf(input.Until) is not { } until && input.Until.Length > 0)
            return result with
            {
                Problems = new Dictionary<string, string>(StringComparer.Ordinal) { ["until"] = "Enter a day, such as 2027-01-31." },
            };
        var (id, problems, _) = await Grant.RunAsync(
            By(context),
            context.User.Person(),
            exceptions,
            new()
            {
                Selector = result.Canonical,
                Reason = input.Reason,
                Ticket = input.Ticket,
                Until = EndOf(input.Until),
                Endless = input.Endless == "true",
                Confirm = HalfOfFleet.Typed(input.Confirm),
            }
        );
        if (id is null)
            return result with
            {
                Problems = problems
                    .GroupBy(p => p.Path, StringComparer.Ordinal)
                    .ToDictionary(g => g.Key, g => Sentences.Start(string.Join("; ", g.Select(p => p.Rule))) + ".", StringComparer.Ordinal),
            };
        flash.Leave(
            context,
            new($"{Quantities.Of(matched, "host")} {(matched == 1 ? "is" : "are")} excepted.", "To undo it, end the exception.")
        );
        context.Response.Redirect(List);
        return result;
    }

    /// <returns>What is wrong; <see langword="null"/> when it has ended.</returns>
    public async Task<string?> EndAsync(string id, string? reason, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        if (await EndException.BeyondAsync(By(context), id) is { } beyond)
            return beyond.Rule;
        var ended = await EndException.RunAsync(By(context), exceptions, id, reason!.Trim());
        flash.Leave(context, new(ended ? "Exception ended; its hosts are evaluated again." : "The exception had already ended."));
        context.Response.Redirect(List);
        return null;
    }

    /// <returns>What is wrong; <see langword="null"/> when it is approved.</returns>
    public async Task<string?> ApproveAsync(string id, string? reason, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        var refusal = await ApproveException.RunAsync(
            By(context) with
            {
                Scope = context.User.Rights().Over(Permission.RolloutsApprove),
            },
            context.User.Person(),
            exceptions,
            id,
            reason!.Trim()
        );
        if (refusal is not null)
            return refusal.Text;
        flash.Leave(context, new("Exception approved."));
        context.Response.Redirect(List);
        return null;
    }

    private static DateTimeOffset? EndOf(string day) =>
        DateOnly.TryParseExact(day, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? new DateTimeOffset(date.AddDays(date < DateOnly.MaxValue ? 1 : 0), TimeOnly.MinValue, TimeSpan.Zero)
            : null;

    private Publisher By(HttpContext context) => publishers.Of(context.User, Permission.ExceptionsWrite);
}
