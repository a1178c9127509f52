using System.Globalization;
using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Server.Cli;

/// <summary>The keys as lines for a terminal.</summary>
internal static class KeysText
{
    public static string Of(FleetKeys all)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"fleet          {all.Fleet}\nannouncement   {all.Number}\n\n");
        text.Append("KEY           KIND       STATE      MADE                  BY\n");
        foreach (var key in all.Keys)
            text.Append(CultureInfo.InvariantCulture, $"{key.Id[..12]}  {key.Kind,-9}  {key.State,-9}  {key.Made:yyyy-MM-dd HH:mm}Z     {key.MadeBy}{(key.Reason.Length > 0 ? $": {key.Reason}" : "")}\n");
        text.Append('\n').Append(all.Behind == 0
            ? all.Hosts == 0 ? "No hosts yet.\n" : $"{(all.Hosts == 1 ? "The host has" : $"All {all.Hosts} hosts have")} acknowledged announcement {all.Number}.\n"
            : $"{all.Behind} of {all.Hosts} host(s) have not acknowledged announcement {all.Number}:\n{Of(all.Stragglers)}");
        if (all.Behind > all.Stragglers.Count)
            text.Append(CultureInfo.InvariantCulture, $"  and {all.Behind - all.Stragglers.Count} more\n");
        return text.ToString();
    }

    public static string Of(IReadOnlyList<KeyStraggler> hosts) => string.Concat(hosts.Select(host =>
        $"  {host.Name}  {host.Id}  {(host.Seen is { } seen ? $"last seen {seen:u}" : "never seen")}  {Acknowledged(host)}\n"));

    private static string Acknowledged(KeyStraggler host) =>
        host.Acknowledged is { } number ? $"acknowledged {number}" : host.Seen is null ? "has not checked in" : "its agent is too old to acknowledge: update it";
}
