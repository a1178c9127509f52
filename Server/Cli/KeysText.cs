using System.Globalization;
using System.Text;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Cli;

/// <summary>The keys as lines for a terminal.</summary>
internal static class KeysText
{
    public static string Of(FleetKeys all)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"fleet          {all.Fleet}\nannouncement   {all.Number}\n\n");
        text.Append("KEY           KIND           STATE      WHERE           MADE                  BY\n");
        foreach (var key in all.Keys)
            text.Append(
                CultureInfo.InvariantCulture,
                $"{key.Id[..12]}  {KeyWords.Of(key.Kind), -13}  {KeyWords.Of(key.State), -9}  {KeyWords.Of(key.Place), -14}  "
                    + $"{key.Made:yyyy-MM-dd HH:mm}Z     {key.MadeBy}{(key.Reason.Length > 0 ? $": {key.Reason}" : "")}\n"
            );
        text.Append('\n').Append(KeyAcknowledgement.Of(all)).Append('\n').Append(Of(all.Stragglers));
        if (all.Behind > all.Stragglers.Count)
            text.Append(CultureInfo.InvariantCulture, $"  and {all.Behind - all.Stragglers.Count} more\n");
        return text.ToString();
    }

    public static string Of(IReadOnlyList<KeyStraggler> hosts) =>
        string.Concat(
            hosts.Select(host =>
                $"  {host.Name}  {host.Id}  {(host.Seen is { } seen ? $"last seen {seen:u}" : "never seen")}  "
                + $"{KeyAcknowledgement.Of(host)}\n"
            )
        );
}
