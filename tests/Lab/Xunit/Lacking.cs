using System.Diagnostics.CodeAnalysis;

namespace IwTune.Testing;

/// <summary>
/// A requirement of a test that the machine lacks: a reason to skip it for a person, a failure in continuous integration, where nothing may
/// be missing.
/// </summary>
internal static class Lacking
{
    /// <summary>Whether this is continuous integration (<c>CI=true</c>): nothing may be missing there, and no person watches.</summary>
    public static bool InContinuousIntegration { get; } =
        string.Equals(Environment.GetEnvironmentVariable("CI"), "true", StringComparison.OrdinalIgnoreCase);

    /// <param name="reason">What is missing and how to get it.</param>
    [DoesNotReturn]
    public static void Skip(string reason)
    {
        if (InContinuousIntegration)
            Assert.Fail("CI=true, and " + reason);
        Assert.Skip(reason);
    }
}
