namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Differences between methods about the same template. Only windows are compared: each method spells the rest differently.
/// </summary>
internal static class MethodComparison
{
    /// <returns>A sentence for each template on which they differ, with the value from each method.</returns>
    public static IReadOnlyList<string> Of(TemplateReading taken, IEnumerable<TemplateReading> others)
    {
        var read = others.Where(other => other.Succeeded).ToList();
        return
        [
            .. from template in taken.Templates
            let said = read.SelectMany(other =>
                    other.Templates.Where(one => one.Name == template.Name).Select(one => (other.Method, one.InitialCongestionWindow))
                )
                .ToList()
            where said.Exists(one => one.InitialCongestionWindow != template.InitialCongestionWindow)
            select $"the ways of reading disagree about {template.Name}: {Say(taken.Method, template.InitialCongestionWindow)}, "
                + $"{string.Join(", ", said.Select(one => Say(one.Method, one.InitialCongestionWindow)))}",
        ];
    }

    private static string Say(AccessMethod method, int? window) =>
        $"{MethodText.Of(method)} says {(window is { } segments ? $"{segments}" : "nothing")}";
}
