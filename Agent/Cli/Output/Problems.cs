using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Output;

/// <summary>The problems of a policy, in the same form whether this machine or a server found them.</summary>
internal static class Problems
{
    /// <summary>One line each: <c>edge.yaml:4:13 window.initcwnd: '1024': must be …</c></summary>
    public static string Lines(string source, IEnumerable<PolicyProblem> problems) =>
        string.Join(
            '\n',
            problems.Select(problem => source.Length == 0 ? problem.ToString() : $"{source}:{(problem.Line > 0 ? "" : " ")}{problem}")
        );
}
