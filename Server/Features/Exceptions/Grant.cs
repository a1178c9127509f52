using System.Globalization;
using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Exceptions;

/// <summary>Takes hosts out of judgement. What they receive is not touched, so nothing is published by it.</summary>
internal static class Grant
{
    public const int MaxTicket = 100;

    /// <summary>After that time the reason is forgotten; a permanent exception must be granted explicitly.</summary>
    public static readonly TimeSpan Most = TimeSpan.FromDays(731);

    /// <param name="by">Who grants it.</param>
    /// <param name="person">The person behind that.</param>
    /// <param name="exceptions">Read again when it is granted.</param>
    /// <param name="request">What is asked for.</param>
    /// <returns>The exception's id, or everything that is wrong; then what is probably a mistake.</returns>
    public static async Task<(string? Id, IReadOnlyList<PolicyProblem> Problems, IReadOnlyList<string> Warnings)> RunAsync(
        Publisher by,
        string person,
        ExceptionsInForce exceptions,
        ExceptionRequest request
    )
    {
        var (scope, wrong) = AskedHosts.Read(request.Host, request.Selector);
        var problems = wrong.Concat(Publish.ReasonProblems(request.Reason)).Concat(Rules(request, by.Clock.GetUtcNow())).ToList();
        var hosts = scope?.In(by) ?? [];
        if (scope is { Selector: null } && hosts.Count == 0)
            problems.Add(scope.NoMatch(by.Scope));
        if (problems.Count == 0 && scope is not null && Beyond(by.Scope, scope, hosts) is { } beyond)
            problems.Add(beyond);
        if (problems.Count == 0 && HalfOfFleet.Problem(hosts.Count, by.Fleet, request.Confirm) is { } unsaid)
            problems.Add(unsaid);
        if (scope is null || problems.Count > 0)
            return (null, problems, []);

        var selector = scope.Selector ?? Selector.OfHost(hosts[0].Id);
        var row = new ExceptionRow
        {
            Id = by.Clock.NewId(),
            Selector = selector.ToString(),
            Author = by.Actor,
            Person = person,
            Reason = request.Reason.Trim(),
            Ticket = (request.Ticket ?? "").Trim(),
            CreatedAt = by.Clock.Now(),
            UntilAt = request.Until?.ToUnixTimeMilliseconds(),
        };
        await by.Database.WriteAsync(async write =>
        {
            await ExceptionQueries.InsertAsync(write, row);
            var whom = scope.Selector is null
                ? $"Host {hosts[0].Identity.Name}"
                : $"'{selector}' ({Quantities.Of(hosts.Count, "host")} now)";
            await AuditLog.AppendAsync(
                write,
                by.Clock,
                by.Actor,
                HoldActions.GrantException,
                scope.Selector is null ? $"host:{hosts[0].Id}" : $"selector:{selector}",
                $"{whom} excepted {Ending(request.Until)}{(row.Ticket.Length > 0 ? $", ticket {row.Ticket}" : "")}.",
                row.Reason
            );
            return 0;
        });
        await exceptions.ReloadAsync();
        return (row.Id, [], scope.Selector is null ? [] : Assign.Warnings(by.Hosts, selector));
    }

    /// <summary>
    /// For one host its present identity counts; a selector also covers hosts of the future, and its terms alone decide: whether a host
    /// beyond the scope matches must not show.
    /// </summary>
    private static PolicyProblem? Beyond(HostScope theirs, AskedHosts asked, IReadOnlyList<FleetHost> hosts) =>
        asked.Selector is { } selector ? BeyondScope.Problem(theirs, selector) : BeyondScope.Problem(theirs, hosts);

    /// <summary>A part of a sentence: <c>until 2027-01-31 00:00Z</c>.</summary>
    public static string Ending(DateTimeOffset? until) =>
        until is { } end ? $"until {end.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture)}" : "without end";

    private static IEnumerable<PolicyProblem> Rules(ExceptionRequest request, DateTimeOffset now)
    {
        if (request.Until is null && !request.Endless)
            yield return new("until", null, "give an end, or set endless", 0, 0);
        if (request.Until is not null && request.Endless)
            yield return new("endless", "true", "until and endless exclude each other: give only one", 0, 0);
        if (request.Until is { } until && (until <= now || until - now > Most))
            yield return new(
                "until",
                $"{until.UtcDateTime:yyyy-MM-dd HH:mm'Z'}",
                $"must be in the future, and at most {Most.Days} days from now ({(now + Most).UtcDateTime:yyyy-MM-dd})",
                0,
                0
            );
        if (request.Ticket is { Length: > MaxTicket } || !ShownText.IsPlain(request.Ticket))
            yield return new(
                "ticket",
                request.Ticket[..Math.Min(request.Ticket.Length, 40)],
                $"at most {MaxTicket} printable characters",
                0,
                0
            );
    }
}
