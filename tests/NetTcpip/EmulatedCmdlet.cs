using System.Globalization;
using System.Management.Automation;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.PowerShell;
using Microsoft.Management.Infrastructure;

namespace IwTune.NetTcpip;

/// <summary>The body of each function of the module: the emulated cmdlet with the parameters as the engine bound them.</summary>
public static class EmulatedCmdlet
{
    private static readonly string[] OfEveryCmdlet =
    [
        .. Cmdlet.CommonParameters,
        .. Cmdlet.OptionalCommonParameters,
        "InputObject",
        "CimSession",
        "ThrottleLimit",
        "AsJob",
        "PassThru",
    ];

    /// <summary>Processes one record.</summary>
    /// <param name="cmdlet">The function's <c>$PSCmdlet</c>.</param>
    /// <param name="bound">Its <c>$PSBoundParameters</c>.</param>
    /// <exception cref="NotSupportedException">The behaviour of Windows is not known.</exception>
    public static void Process(PSCmdlet cmdlet, IDictionary<string, object?> bound)
    {
        foreach (var parameter in (string[])["CimSession", "AsJob", "AssociatedTransportFilter", "AssociatedTCPSetting"])
            if (bound.ContainsKey(parameter))
                throw new NotSupportedException($"-{parameter} is not modelled");
        var name = cmdlet.MyInvocation.MyCommand.Name;
        foreach (var parameters in Selections(bound))
            Run(cmdlet, name, parameters);
    }

    private static void Run(PSCmdlet cmdlet, string name, Dictionary<string, object> parameters)
    {
        var writes = !name.StartsWith("Get-", StringComparison.Ordinal);
        var about = string.Join(", ", parameters.Select(one => $"{one.Key} = {Text(one.Value)}"));
        if (writes && !cmdlet.ShouldProcess(about, name))
            return;
        var machine = new EmulatedWindows(
            File.ReadAllText(Path.Combine(cmdlet.MyInvocation.MyCommand.Module.ModuleBase, NetTcpipModule.Place))
        );
        var answer = new Cmdlets(machine).Invoke(name, parameters);
        Wait(cmdlet, answer);
        var passes = !writes || name.StartsWith("New-", StringComparison.Ordinal);
        foreach (var row in passes ? answer.Rows : [])
            cmdlet.WriteObject(CimObject.Of(name.Split('-')[1], row));
        if (answer.Error is { } error)
            cmdlet.WriteError(Record(error, about));
    }

    /// <summary>The bound parameters without those that every cmdlet has; a selection by objects is one by their keys.</summary>
    private static IEnumerable<Dictionary<string, object>> Selections(IDictionary<string, object?> bound)
    {
        var own = bound
            .Where(one => !OfEveryCmdlet.Contains(one.Key, StringComparer.OrdinalIgnoreCase))
            .ToDictionary(one => one.Key, one => Plain(one.Value!), StringComparer.OrdinalIgnoreCase);
        if (!bound.TryGetValue("InputObject", out var input) || input is not IEnumerable<PSObject> objects)
            return [own];
        return objects.Select(one => CimObject.Keys(one).Concat(own).ToDictionary(StringComparer.OrdinalIgnoreCase));
    }

    // A choice is its name to the emulated Windows, as it is in its state.
    private static object Plain(object value) =>
        value switch
        {
            PSObject wrapped => Plain(wrapped.BaseObject),
            Enum choice => choice.ToString(),
            Array { Length: > 0 } array when array.GetValue(0) is Enum => array.Cast<Enum>().Select(one => one.ToString()).ToArray(),
            _ => value,
        };

    private static string Text(object value) =>
        value is Array array ? string.Join(", ", array.Cast<object>()) : Convert.ToString(value, CultureInfo.InvariantCulture)!;

    // A call into WMI that does not return heeds Stop, as the jobs of CIM cmdlets do.
    private static void Wait(PSCmdlet cmdlet, CmdletAnswer answer)
    {
        var until = DateTime.UtcNow + answer.Delay;
        while (answer.Hangs || DateTime.UtcNow < until)
        {
            if (cmdlet.Stopping)
                throw new PipelineStoppedException();
            Thread.Sleep(5);
        }
    }

    private static ErrorRecord Record(CmdletError error, string about)
    {
        // The engine appends the command to the id.
        var id = error.Id[..error.Id.LastIndexOf(',')];
        var category = error.NativeCode switch
        {
            5 or 740 => ErrorCategory.PermissionDenied,
            87 => ErrorCategory.InvalidArgument,
            5010 => ErrorCategory.ResourceExists,
            null when id.StartsWith("CmdletizationQuery_NotFound", StringComparison.Ordinal) => ErrorCategory.ObjectNotFound,
            _ => ErrorCategory.NotSpecified,
        };
        return new ErrorRecord(new CimException(error.Text), id, category, about);
    }
}
