using System.Globalization;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.WindowsDouble.PowerShell;

/// <summary>
/// The cmdlets of the module NetTCPIP over an emulated Windows. Errors have ids that real hosts showed; texts are only captured ones.
/// </summary>
/// <param name="machine">The Windows.</param>
/// <param name="form">The form of the values.</param>
public sealed class Cmdlets(EmulatedWindows machine, RowForm form = RowForm.Names)
{
    /// <summary>Runs one cmdlet.</summary>
    /// <param name="name"><c>Get-NetTCPSetting</c>, in any case.</param>
    /// <param name="parameters">By name without the dash.</param>
    /// <exception cref="NotSupportedException">The behaviour of Windows is not known.</exception>
    public CmdletAnswer Invoke(string name, IReadOnlyDictionary<string, object> parameters)
    {
        var given = new Dictionary<string, object>(parameters, StringComparer.OrdinalIgnoreCase);
        given.Remove("ErrorAction");
        given.Remove("Confirm");
        var writes = !name.StartsWith("Get-", StringComparison.OrdinalIgnoreCase);
        var line =
            $"{name}{string.Concat(parameters.Select(one => string.Create(CultureInfo.InvariantCulture, $" -{one.Key} {one.Value}")))}";
        return machine.Serve(
            Tool.PowerShell,
            writes,
            line,
            access =>
            {
                var answer = Struck(access, name, () => Answer(access, name, given));
                return (
                    answer,
                    answer.Hangs ? "never ends"
                    : answer.Error is { } error ? error.Id
                    : $"{answer.Rows.Count} rows"
                );
            }
        );
    }

    private static CmdletAnswer Struck(Access access, string name, Func<CmdletAnswer> answer)
    {
        if (access.Fault(FaultKind.Hang) is not null)
            return new CmdletAnswer([]) { Hangs = true };
        if (access.Fault(FaultKind.Broken) is { } broken)
            return CmdletErrors.Of(broken.Value ?? 1, name);
        var given = answer();
        if (access.Fault(FaultKind.Garbage) is not null)
            given = given with
            {
                Rows =
                [
                    .. given.Rows.Select(row =>
                        row.ToDictionary(
                            one => one.Key,
                            one => one.Value is null ? null : (object?)"\u0000\uFFFD",
                            StringComparer.OrdinalIgnoreCase
                        )
                    ),
                ],
            };
        if (access.Fault(FaultKind.ComplainsAlthoughDone) is { } complaint && given.Error is null)
            given = given with { Error = CmdletErrors.Of(complaint.Value ?? 1, name).Error };
        if (access.Fault(FaultKind.Slow) is { } slow)
            given = given with { Delay = TimeSpan.FromMilliseconds(slow.Milliseconds) };
        return given with { Hangs = access.Fault(FaultKind.HangAfterwards) is not null };
    }

    private CmdletAnswer Answer(Access access, string name, Dictionary<string, object> parameters)
    {
        if (!Profile.Of(access.State.Profile).HasCmdlets)
            return CmdletErrors.NoSuchCommand(name);
        return name.ToUpperInvariant() switch
        {
            "GET-NETTCPSETTING" => GetSetting(access, parameters),
            "SET-NETTCPSETTING" => SettingChange.Make(access, parameters),
            "GET-NETTRANSPORTFILTER" => FilterCmdlets.Get(access, parameters),
            "NEW-NETTRANSPORTFILTER" => FilterCmdlets.New(access, parameters),
            "REMOVE-NETTRANSPORTFILTER" => FilterCmdlets.Remove(access, parameters),
            "GET-NETTCPCONNECTION" => ConnectionRow.Get(access, parameters),
            _ => CmdletErrors.NoSuchCommand(name),
        };
    }

    // Names are selected one by one, without wildcards; a name that nothing has is an error beside the other objects.
    private CmdletAnswer GetSetting(Access access, Dictionary<string, object> parameters)
    {
        const string Name = "Get-NetTCPSetting";
        parameters.Remove("SettingName", out var asked);
        Unused.Refuse(Name, parameters);
        var rows = SettingRows.Of(access.Seen, form).ToList();
        if (asked is null)
            return new CmdletAnswer(rows);
        var names = asked as IReadOnlyList<string> ?? [asked.ToString()!];
        return new CmdletAnswer(
            [.. rows.Where(row => names.Any(name => IsOf(row, name)))],
            names.FirstOrDefault(name => !rows.Exists(row => IsOf(row, name))) is { } missing
                ? CmdletErrors.NotFound(Name, "MSFT_NetTCPSetting", "SettingName", missing).Error
                : null
        );
    }

    private static bool IsOf(IReadOnlyDictionary<string, object?> row, string name) =>
        string.Equals(row["SettingName"]!.ToString(), name, StringComparison.OrdinalIgnoreCase);
}
