using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>The keys of the fleet as a table, and hosts that have not acknowledged them.</summary>
internal static class KeysVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "keys", "Keys that bundles are signed with, CAs, and hosts that do not know them yet")
        {
            Details = "They are changed with 'iwtune-server keys' on the server alone.",
        };
        verb.Shows(context, _ => FleetPaths.Keys, () => KeysJson.Default.FleetKeys, keys => Print(context.Terminal, keys));
        return verb;
    }

    private static void Print(Terminal terminal, FleetKeys keys)
    {
        terminal.Out.WriteLine($"fleet {keys.Fleet}");
        var table = new Table(
            ("KEY", Align.Left),
            ("KIND", Align.Left),
            ("STATE", Align.Left),
            ("WHERE", Align.Left),
            ("MADE", Align.Left),
            ("BY", Align.Left),
            ("REASON", Align.Left)
        );
        foreach (var key in keys.Keys)
            table.Add(
                key.Id[..Math.Min(12, key.Id.Length)],
                KeyWords.Of(key.Kind),
                new Cell(
                    KeyWords.Of(key.State),
                    key.State switch
                    {
                        KeyState.InUse => Ink.Good,
                        KeyState.Revoked => Ink.Attention,
                        _ => Ink.Plain,
                    }
                ),
                KeyWords.Of(key.Place),
                FleetText.Time(key.Made),
                key.MadeBy,
                key.Reason
            );
        table.Write(terminal);
        terminal.Out.WriteLine(KeyAcknowledgement.Of(keys));
        if (keys.Behind == 0)
            return;
        var hosts = new Table(("HOST", Align.Left), ("ID", Align.Left), ("LAST SEEN", Align.Left), ("ACKNOWLEDGED", Align.Left));
        foreach (var host in keys.Stragglers)
            hosts.Add(host.Name, host.Id, host.Seen is { } seen ? FleetText.Time(seen) : "never", KeyAcknowledgement.Of(host));
        hosts.Write(terminal);
    }
}
