using IwTune.Lab;

namespace IwTune.Testing;

/// <summary>The xunit side of <see cref="Privileges"/>; compiled into each test project that needs namespaces.</summary>
internal static class Privileged
{
    /// <summary>Skips the test with the reason where namespaces cannot be made; fails it in continuous integration.</summary>
    public static void Require()
    {
        if (Privileges.Missing is { } reason)
            Lacking.Skip(reason);
    }

    /// <summary>A new namespace, or a skipped test.</summary>
    public static NetNamespace Namespace(string role = "")
    {
        Require();
        return NetNamespace.Create(role);
    }
}
