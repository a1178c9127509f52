using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Filters of other programs, which take connections away from the default templates.</summary>
internal static class ForeignFilters
{
    public static readonly Check<WindowsFindings> Check = new(
        "filters",
        DiagnosisGroup.Routes,
        "A transport filter gives connections another template by destination or port, whatever the default is. Filters have no name. A "
            + "filter that is not in iwtune's own list belongs to another program, and iwtune never changes it.",
        "New-NetTransportFilter",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        if (host.State.Filters.Problem.Length > 0)
            return CheckAnswer.NotKnown(host.State.Filters.Problem);
        if (host.State.OwnershipProblem.Length > 0)
            return CheckAnswer.Problem(
                host.State.OwnershipProblem,
                "'iwtune explain-rollback' prints the commands that remove the filters; then remove the file."
            );
        var foreign = host.State.Special.Where(filter => !host.State.IsOwned(filter)).ToList();
        return foreign is [var first, ..]
            ? CheckAnswer.Advice(
                $"{foreign.Count} of other programs, such as '{FilterMatch.Of(first).Id}' to {first.Setting}",
                "Get-NetTransportFilter lists them. Connections that they match have that template's window; a prefix of a policy that "
                    + "one of them holds is refused."
            )
            : CheckAnswer.Ok(host.State.Special.Count == 0 ? "none" : $"{host.State.Special.Count}, all made by iwtune");
    }
}
