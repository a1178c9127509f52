using System.Globalization;
using IwTune.WindowsDouble.Captures;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Locales;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.WindowsDouble.Netsh;

/// <summary>
/// <c>netsh interface tcp</c> over an emulated Windows. It prints captured texts with the machine's values. For a command without a capture
/// it prints nothing, and ends with <see cref="NetshAnswer.NoCapture"/>.
/// </summary>
public static class NetshDouble
{
    /// <summary>Carries out one command.</summary>
    public static NetshAnswer Run(EmulatedWindows machine, IReadOnlyList<string> arguments)
    {
        var command = NetshLine.Parse(arguments);
        return machine.Serve(
            Tool.Netsh,
            command is { Verb: "set" or "add" or "delete" },
            $"netsh {string.Join(' ', arguments)}",
            access =>
            {
                var answer = Struck(access, () => command is null ? Unknown(access, arguments) : Answer(access, command, arguments));
                return (
                    answer,
                    answer.Hangs ? "never ends"
                    : answer.ExitCode == NetshAnswer.NoCapture ? $"{answer.ExitCode} no capture"
                    : $"{answer.ExitCode}"
                );
            }
        );
    }

    private static NetshAnswer Struck(Access access, Func<NetshAnswer> answer)
    {
        if (access.Fault(FaultKind.Hang) is not null)
            return new NetshAnswer(0, []) { Hangs = true };
        if (access.Fault(FaultKind.Broken) is { } broken)
            return new NetshAnswer(broken.Value ?? 1, []);
        var given = answer();
        if (access.Fault(FaultKind.Garbage) is not null)
            given = given with { Output = Noise };
        if (access.Fault(FaultKind.ComplainsAlthoughDone) is { } complaint && given.ExitCode == 0)
            given = given with { ExitCode = complaint.Value ?? 1 };
        if (access.Fault(FaultKind.Slow) is { } slow)
            given = given with { Delay = TimeSpan.FromMilliseconds(slow.Milliseconds) };
        return given with { Hangs = access.Fault(FaultKind.HangAfterwards) is not null };
    }

    private static NetshAnswer Answer(Access access, NetshLine command, IReadOnlyList<string> arguments) =>
        command switch
        {
            { Verb: "show", What: "global", Parameters.Count: 0 } => Say(access, arguments, 0, KnownTexts.ShowGlobal(access.Seen)),
            { Verb: "show", What: "supplemental", Parameters.Count: 0 } => Say(
                access,
                arguments,
                access.State.Profile == "2008r2" ? 1 : 0,
                KnownTexts.ShowDefault(access.Seen)
            ),
            { Verb: "show", What: "supplemental", Parameters.Count: 1, Template: { } word }
                when access.Seen.Template(NameOf(access, word)) is { } template => Say(
                access,
                arguments,
                0,
                KnownTexts.ShowTemplate(access.Seen, template)
            ),
            { Verb: "set", What: "supplemental", Template: { } word } when NameOf(access, word) is var name => Set(
                access,
                command,
                name,
                arguments
            ),
            { Verb: "add" or "delete" } when NetshFilters.Named(command, word => NameOf(access, word)) is { } filter => Filter(
                access,
                command,
                filter,
                arguments
            ),
            _ => Unknown(access, arguments),
        };

    private static NetshAnswer Filter(Access access, NetshLine command, FilterState filter, IReadOnlyList<string> arguments)
    {
        // The verbs came with the templates of Server 2012.
        if (!Profile.Of(access.State.Profile).HasCmdlets)
            return Unknown(access, arguments);
        return NetshFilters.Change(access, command, filter)
            ? Say(access, arguments, 0, KnownTexts.Done(access.State) ?? [])
            : new NetshAnswer(1, []);
    }

    private static NetshAnswer Set(Access access, NetshLine command, string name, IReadOnlyList<string> arguments)
    {
        if (access.Fault(FaultKind.Denied) is not null)
            return Say(access, arguments, 1, KnownTexts.Denied(access.State));
        if (
            !access.State.IsServer
            || access.Seen.Template(name) is null && name != "Automatic"
            || KnownTexts.Done(access.State) is not { } done
        )
            return Unknown(access, arguments);
        if (access.Fault(FaultKind.StockRefused) is not null && !name.EndsWith("Custom", StringComparison.Ordinal))
            return new NetshAnswer(1, []);
        switch (command.Parameters.Count)
        {
            // The pitfall: without a value to set, the template becomes the machine's default.
            case 1 when access.State.Profile is not ("2008r2" or "2008r2-kb"):
                if (access.Fault(FaultKind.LostWrite) is null)
                    access.Change(state => state with { Default = name });
                return Say(access, arguments, 0, done);
            case 2 when command.Window is { } segments && segments is >= 2 and <= 64 && segments % 2 == 0 && access.State.CanSet(name):
                access.SetWindow(name, segments);
                return Say(access, arguments, 0, done);
            default:
                return Unknown(access, arguments);
        }
    }

    /// <summary>netsh's name for a template; it calls DatacenterCustom <c>custom</c>.</summary>
    private static string NameOf(Access access, string word) =>
        word switch
        {
            "automatic" => "Automatic",
            "custom" when access.State.Template("Custom") is null => "DatacenterCustom",
            _ => access.State.Template(word)?.Name ?? word,
        };

    private static NetshAnswer Say(Access access, IReadOnlyList<string> arguments, int exitCode, IEnumerable<string>? lines)
    {
        if (lines is null)
            return Unknown(access, arguments);
        var encoding = access.Fault(FaultKind.OtherCodePage) is { Value: { } page }
            ? Locale.EncodingOf(page)
            : Locale.Of(access.State.Locale).Encoding;
        return new NetshAnswer(exitCode, encoding.GetBytes(Capture.Text(lines)));
    }

    private static NetshAnswer Unknown(Access access, IReadOnlyList<string> arguments) =>
        new(NetshAnswer.NoCapture, [])
        {
            Errors = string.Create(
                CultureInfo.InvariantCulture,
                $"emulated netsh: no capture is known of '{string.Join(' ', arguments)}' on {access.State.Profile} in "
                    + $"{access.State.Locale}; nothing was done\n"
            ),
        };

    // Every byte value, in an order that is not text in any code page.
    private static byte[] Noise { get; } = [.. Enumerable.Range(0, 512).Select(index => (byte)(index * 167 + 13))];
}
