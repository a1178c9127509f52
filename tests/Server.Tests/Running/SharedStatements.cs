using System.Runtime.CompilerServices;
using Dapper;

namespace IwTune.Server.Tests.Running;

/// <summary>
/// Dapper compiles a method for each statement, and one more for each text of a connection. A server has one database, a test run
/// thousands, so each test would compile its statements again. All databases of one engine have one schema; where a result has other
/// columns or types all the same, Dapper sees it and compiles again.
/// </summary>
internal sealed class SharedStatements : IEqualityComparer<string>
{
    [ModuleInitializer]
    internal static void Begin() => SqlMapper.ConnectionStringComparer = new SharedStatements();

    public bool Equals(string? x, string? y) => Engine(x).SequenceEqual(Engine(y));

    public int GetHashCode(string obj) => string.GetHashCode(Engine(obj), StringComparison.Ordinal);

    /// <summary>The first word of the text: <c>Data Source</c> for SQLite, <c>Host</c> for PostgreSQL.</summary>
    private static ReadOnlySpan<char> Engine(string? connection) =>
        connection.AsSpan() is var text && text.IndexOf('=') is > 0 and var end ? text[..end] : text;
}
