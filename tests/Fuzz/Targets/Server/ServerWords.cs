using System.Text;
using IwTune.Server.Cli;
using IwTune.Server.Features.Agents;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance.Runs.Schedules;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Retention;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Storage.Feed;
using IwTune.Server.Storage.Postgres;

namespace IwTune.Fuzz.Targets.Server;

/// <summary>
/// Short texts of options, forms, addresses and messages between servers: searches, labels, periods, change windows, schedules, cursors,
/// the address of a database.
/// </summary>
internal static class ServerWords
{
    private static readonly DateTimeOffset Now = new(2026, 3, 29, 0, 59, 0, TimeSpan.Zero);

    public static bool Read(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        return Searched(text) | Scheduled(text) | Continued(text) | Sent(text) | Database(text);
    }

    private static bool Searched(string text)
    {
        var (search, problem) = HostSearch.Parse(text);
        BrokenPromiseException.Unless(search is null == problem.Length > 0, "a search is read, or refused with a reason");
        _ = HostSearch.ParseThen(text);
        _ = Labels.Parse(text);
        _ = GroupMap.Parse([text]);
        _ = AuditFilter.Parse(text, text, text, text, text, text, text);
        return UpgradeRequest.Read(null, text, null).Request is not null | search is not null;
    }

    private static bool Scheduled(string text)
    {
        var (periods, problems) = RetentionText.Parse(text);
        BrokenPromiseException.Unless(periods is null == problems.Count > 0, "periods are read, or refused with a reason");
        if (periods is not null)
            BrokenPromiseException.Unless(
                RetentionText.Parse(RetentionText.Of(periods)).Periods == periods,
                "periods that are written are read again"
            );
        var window = ChangeWindow.Parse(text).Window;
        _ = window?.Holds(Now);
        var cron = CronTime.Parse(text, "Europe/Berlin").Time;
        _ = cron?.After(Now.ToUnixTimeMilliseconds());
        return window is not null | cron is not null | Duration.TryParse(text, out _);
    }

    private static bool Continued(string text)
    {
        var place = HostPlace.Parse(text);
        if (place is not null)
            BrokenPromiseException.Unless(HostPlace.Parse(place.Cursor) == place, "a cursor that is written is read again");
        return place is not null | DeliveryCursor.TryParse(text, out _);
    }

    private static bool Sent(string text)
    {
        var presence = PresenceText.ReadWhole(text);
        if (presence is var (id, seen))
            BrokenPromiseException.Unless(
                PresenceText.ReadWhole(PresenceText.Whole(id, seen)) is not null,
                "a presence that is written is read again"
            );
        return presence is not null | PresenceText.ReadSeen(text) is not null | Message.Read(text) is not null;
    }

    private static bool Database(string text)
    {
        var problems = new List<string>();
        var address = PostgresAddress.Parse(text, problems);
        BrokenPromiseException.Unless(address is not null | problems.Count > 0, "an address is read, or refused with a reason");
        return address is not null;
    }
}
