using System.Collections;
using System.Collections.Concurrent;
using System.Reflection;
using Dapper;

namespace IwTune.Server.Storage.Postgres;

/// <summary>Values as the driver takes them: a list of any kind becomes an array. Values without lists stay what they are.</summary>
internal static class PostgresValues
{
    private static readonly ConcurrentDictionary<Type, PropertyInfo[]> Lists = new();

    public static object? Of(string sql, object? values)
    {
        if (
            values is null
            || Lists.GetOrAdd(values.GetType(), ListsOf) is not { Length: > 0 } lists
            || !lists.Any(list => IsUsed(sql, list))
        )
            return values;
        var given = new DynamicParameters();
        foreach (var property in values.GetType().GetProperties().Where(property => IsUsed(sql, property)))
            given.Add(
                property.Name,
                property.GetValue(values) is { } list && lists.Contains(property) ? Array((IEnumerable)list) : property.GetValue(values)
            );
        return given;
    }

    private static PropertyInfo[] ListsOf(Type type) =>
        [
            .. type.GetProperties()
                .Where(property =>
                    property.PropertyType != typeof(string)
                    && property.PropertyType != typeof(byte[])
                    && typeof(IEnumerable).IsAssignableFrom(property.PropertyType)
                ),
        ];

    private static bool IsUsed(string sql, PropertyInfo property) => sql.Contains('@' + property.Name, StringComparison.OrdinalIgnoreCase);

    private static object Array(IEnumerable list) =>
        list switch
        {
            IEnumerable<string> texts => texts.ToArray(),
            IEnumerable<long> numbers => numbers.ToArray(),
            IEnumerable<int> numbers => numbers.ToArray(),
            _ => list,
        };
}
