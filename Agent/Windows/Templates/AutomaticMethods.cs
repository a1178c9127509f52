namespace IwTune.Agent.Windows.Templates;

/// <summary>Sets AutomaticUseCustom by the first method that works.</summary>
/// <param name="methods">The methods, best first.</param>
/// <param name="written">Called after an attempt.</param>
internal sealed class AutomaticMethods(IReadOnlyList<(AccessMethod Method, IAutomaticChoice Choice)> methods, Action written)
    : IAutomaticChoice
{
    /// <inheritdoc/>
    public async ValueTask<string> SetAsync(bool useCustom, CancellationToken ct)
    {
        var problems = new List<string>();
        foreach (var (method, choice) in methods)
        {
            var problem = await choice.SetAsync(useCustom, ct);
            written();
            if (problem.Length == 0)
                return "";
            problems.Add($"{MethodText.Of(method)}: {problem}");
        }
        return string.Join("; ", problems);
    }
}
